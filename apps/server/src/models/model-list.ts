import type { ToolSet } from 'ai'
import { LonghandError } from 'longhand'
import { contextTools, createGenerate, createSummariser, type Prompts } from 'longhand/internal/ai-sdk'
import type { ModelRow, Settings, ToolDefinition } from 'longhand/internal/client'
import type { ChatModel, Generate, Models, Scope, Summariser } from 'longhand/internal/engine'
import { type ModelOverrides, modelFacts, windowOf } from 'longhand/tokens'
import { defined } from '../defined.ts'
import { contextToolTokens, toolDefinitions } from '../tools/tool-tokens.ts'
import type { Toolbox } from '../tools/toolbox.ts'
import { findSource, type ModelSource } from './model-source.ts'
import { keyVariable } from './providers.ts'
import { withNumbers } from './with-numbers.ts'

/** The models that people can choose, and the summarisers for them. */
export type ModelList = Models & {
  readonly rows: readonly ModelRow[]
  /** Whether its source is there. */
  has(model: string): boolean
  /** What a model is told of the tools that it may call. */
  toolsOf(model: string): readonly ToolDefinition[]
  /** Throws `not-found` for an unknown model. */
  check(model: string): void
  /** The same model for small tasks of our own, without any tools; null for the offline ones and those without a key. */
  withoutTools(model: string): Generate | null
  /** Who writes summaries with the models of a source that is not on the list: one with a client's own key. */
  summariserFrom(source: ModelSource): Summariser | null
}

/** The settings about models. `auto` as a summary model: the one of the chat's provider. */
export type ModelSettings = Pick<Settings, 'model' | 'summaryModel' | 'fastModel'> &
  Partial<Pick<Settings, 'instructions' | 'windows'>>

/** What the list of models is created from. */
export type ModelListOptions = {
  /** Read anew every time: people connect providers meanwhile. */
  readonly sources: readonly ModelSource[]
  readonly ownFigures: ModelOverrides
  readonly settings: () => ModelSettings
  /** What tool servers offer; nothing when left out. */
  readonly toolBox?: Toolbox
  /** The prompts for summarisers; ours when left out. */
  readonly prompts?: Prompts
}

/** Gives a model's tools the conversation that they are called in. */
export type ScopeFor = (owner: string, conversation: string) => Scope

/** The models of some sources. A model whose source has no key still has a window; it just cannot answer. */
export function createModelList(parts: ModelListOptions, scopeFor: ScopeFor): ModelList {
  const { settings } = parts
  const summariserFor = (chat: string, pace: 'usual' | 'fast'): string => {
    const { summaryModel, fastModel } = settings()
    const source = findSource(chat, parts.sources)?.source
    const wanted = pace === 'fast' ? fastModel : summaryModel
    if (wanted !== 'auto') return wanted
    return source === undefined ? chat : `${source.name}/${pace === 'fast' ? source.fast : source.summary}`
  }
  return {
    get defaultModel() {
      return settings().model
    },
    get rows() {
      return parts.sources.flatMap(source => source.models.map(model => rowOf(source, model, parts)))
    },
    find: memoize(
      name => chatModelOf(name, parts, scopeFor),
      () => parts.sources,
    ),
    summariser: (chat, pace) => summariserOf(summariserFor(chat, pace), parts),
    lacksKey: (chat, pace) => findSource(summariserFor(chat, pace), parts.sources) === null,
    withoutTools: name => {
      const found = findSource(name, parts.sources)
      return found === null || found.source.name === 'offline' ? null : createGenerate(found.source.open(found.model))
    },
    prices: name => modelFacts(name, parts.ownFigures).prices,
    summariserFrom: source => summariserOf(`${source.name}/${source.summary}`, { ...parts, sources: [source] }),
    toolsOf: name =>
      toolDefinitions(toolsGiven(findSource(name, parts.sources)?.source.tools ?? 'none', parts, {} as Scope)),
    has: name => findSource(name, parts.sources) !== null,
    check(name) {
      if (findSource(name, parts.sources) === null) throw unknownModel(name, parts.sources)
    },
  }
}

function rowOf({ name }: ModelSource, model: string, parts: ModelListOptions): ModelRow {
  const id = `${name}/${model}`
  const { window, source: found, output, outputSource, prices: known } = modelFacts(id, figuresOf(parts))
  // `own` is only what a person has set; our own table counts as the registry.
  const isSet = Object.hasOwn(parts.settings().windows ?? {}, id)
  const source = isSet ? 'own' : found === 'guess' ? 'guess' : 'registry'
  const prices = known === null ? null : { input: known.input, output: known.output }
  const longest = outputSource === 'guess' ? null : output
  return { id, name: model, provider: name, window, source, output: longest, offline: name === 'offline', prices }
}

/** T5 what people set on the screen wins over what is known; the configuration has put its own there already. */
function figuresOf({ ownFigures, settings }: ModelListOptions): ModelOverrides {
  const set = Object.entries(settings().windows ?? {}).map(([name, window]) => [name, { ...ownFigures[name], window }])
  return { ...ownFigures, ...Object.fromEntries(set) }
}

function chatModelOf(name: string, parts: ModelListOptions, scopeFor: ScopeFor): ChatModel {
  const found = findSource(name, parts.sources)
  const facts = () => modelFacts(name, figuresOf(parts))
  if (found === null)
    return { name, generate: unavailable(name), room: windowOf(facts()), instructions: null, tools: 0 }
  const { open, tools, cacheMs } = found.source
  const model = open(found.model)
  const { toolBox, prompts } = parts
  const given = (scope: Scope): ToolSet => toolsGiven(tools, parts, scope)
  const answering = createGenerate(model, async ({ conversation: { owner, id } }) => {
    await toolBox?.ready()
    return given(scopeFor(owner, id))
  })
  const generate = found.source.name === 'offline' ? withNumbers(answering) : answering
  return {
    name,
    generate,
    instructions: null,
    // A person may set its window while the model stays.
    get room() {
      return windowOf(facts())
    },
    ...(cacheMs === undefined ? {} : { cacheMs }),
    // Tool servers come and go while the model stays.
    get tools() {
      return (tools === 'all' ? contextToolTokens() : 0) + (tools === 'none' ? 0 : (toolBox?.tokens() ?? 0))
    },
    get warmSummariser() {
      // Definitions do not depend on the conversation, and no tool is called while summarising.
      const chat = { instructions: null, tools: given({} as Scope) }
      // Custom prompts cannot share the chat's request.
      return prompts === undefined
        ? withInstructions(createSummariser({ model, name, window: facts().window, chat }), parts)
        : undefined
    },
  }
}

/** The tools of a model. Their definitions do not depend on the conversation; only their effects do. */
const toolsGiven = (which: ModelSource['tools'], { toolBox }: ModelListOptions, scope: Scope): ToolSet =>
  which === 'none' ? {} : { ...(which === 'all' ? contextTools(scope) : {}), ...toolBox?.tools() }

function summariserOf(name: string, parts: ModelListOptions): Summariser | null {
  const found = findSource(name, parts.sources)
  if (found === null) return null
  const { window } = modelFacts(name, figuresOf(parts))
  const summariser = createSummariser(
    defined({ model: found.source.open(found.model), name, window, prompts: parts.prompts }),
  )
  return withInstructions(found.source.name === 'offline' ? { ...summariser, quotes: true } : summariser, parts)
}

/** The person's instructions for every summary, before those for this one. */
const withInstructions = (summariser: Summariser, { settings }: ModelListOptions): Summariser => ({
  ...summariser,
  summarise: (request, signal) => {
    const wanted = [settings().instructions?.trim(), request.instructions].filter(Boolean).join('\n')
    return summariser.summarise({ ...request, instructions: wanted === '' ? null : wanted }, signal)
  },
})

/** A model that is not available: its conversations can be read, and sending a message says what is missing. */
const unavailable = (name: string): Generate =>
  async function* () {
    const key = keyVariable(name.slice(0, Math.max(0, name.indexOf('/'))))
    const remedy = key === null ? 'Connect it in the settings' : `Connect it in the settings, set ${key}`
    yield {
      type: 'failed',
      failure: { type: 'refused-key', sentence: `${name} is not connected. ${remedy}, or choose another model.` },
    }
  }

function unknownModel(name: string, sources: readonly ModelSource[]): LonghandError {
  const some = sources.flatMap(source => source.models.map(model => `${source.name}/${model}`)).slice(0, 6)
  return new LonghandError('not-found', `There is no model ${name} here. Choose one of ${some.join(', ')}.`)
}

/** Makes each once for as long as what it is made of stays the same. */
function memoize<T>(make: (name: string) => T, madeOf: () => unknown): (name: string) => T {
  const made = new Map<string, T>()
  let last = madeOf()
  return name => {
    if (madeOf() !== last) made.clear()
    last = madeOf()
    const known = made.get(name)
    if (known !== undefined) return known
    const fresh = make(name)
    // Names come from people, so the cache is bounded.
    if (made.size < 1_000) made.set(name, fresh)
    return fresh
  }
}
