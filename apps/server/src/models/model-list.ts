import type { ToolSet } from 'ai'
import { LonghandError } from 'longhand'
import { createSummariser } from 'longhand/ai-sdk'
import { contextTools, createGenerate, type Prompts } from 'longhand/internal/ai-sdk'
import type { ModelRow, Settings } from 'longhand/internal/client'
import type { ChatModel, Generate, Models, Scope, Summariser } from 'longhand/internal/engine'
import { modelFacts, type OwnFigures, roomOf } from 'longhand/tokens'
import type { ToolBox } from '../tools/toolbox.ts'
import { contextToolTokens } from './context-tool-tokens.ts'
import { type Shop, shopOf } from './model-source.ts'
import { keyFor } from './providers.ts'

/** The models that people can choose, and those who answer for them. */
export type ModelList = Models & {
  readonly rows: readonly ModelRow[]
  /** Throws `not-found` for a name that nobody can choose. */
  check(model: string): void
}

/** What people wish about models. `auto` in place of a summary model: the one that goes with the chat's provider. */
export type Wishes = Pick<Settings, 'model' | 'summaryModel' | 'fastModel'> &
  Partial<Pick<Settings, 'instructions' | 'windows'>>

/** What a list of models is made from. */
export type ModelParts = {
  readonly shops: readonly Shop[]
  readonly own: OwnFigures
  readonly wishes: () => Wishes
  /** What tool servers offer; nothing when left out. */
  readonly toolBox?: ToolBox
  /** The words that summarisers are asked with; ours when left out. */
  readonly prompts?: Prompts
}

/** Leads a model's tools to the conversation they are called in. */
export type ScopeFor = (owner: string, conversation: string) => Scope

/** The models of some shops. A model whose shop is closed still has a window; it only has nothing to say. */
export function createModelList(parts: ModelParts, scopeFor: ScopeFor): ModelList {
  const { shops, wishes } = parts
  const summariserFor = (chat: string, wish: string, pace: 'usual' | 'fast'): string => {
    const shop = shopOf(chat, shops)?.shop
    if (wish !== 'auto') return wish
    return shop === undefined ? chat : `${shop.name}/${pace === 'fast' ? shop.fast : shop.summary}`
  }
  return {
    get defaultModel() {
      return wishes().model
    },
    get rows() {
      return shops.flatMap(shop => shop.models.map(model => rowOf(shop, model, parts)))
    },
    find: remembered(name => speakerOf(name, parts, scopeFor)),
    summariser: (chat, pace) => {
      const { summaryModel, fastModel } = wishes()
      return summariserOf(summariserFor(chat, pace === 'fast' ? fastModel : summaryModel, pace), parts)
    },
    prices: name => modelFacts(name, parts.own).prices,
    check(name) {
      if (shopOf(name, shops) === null) throw unknown(name, shops)
    },
  }
}

function rowOf({ name }: Shop, model: string, parts: ModelParts): ModelRow {
  const id = `${name}/${model}`
  const { window, source: found, output, outputSource, prices: known } = modelFacts(id, figuresIn(parts))
  // Figures of our own are as good as known; only a person's are theirs.
  const isSet = Object.hasOwn(parts.wishes().windows ?? {}, id)
  const source = isSet ? 'own' : found === 'guess' ? 'guess' : 'registry'
  const prices = known === null ? null : { input: known.input, output: known.output }
  const longest = outputSource === 'guess' ? null : output
  return { id, name: model, provider: name, window, source, output: longest, offline: name === 'offline', prices }
}

/** T5 what people set on the screen wins over what is known; the configuration has put its own there already. */
function figuresIn({ own, wishes }: ModelParts): OwnFigures {
  const set = Object.entries(wishes().windows ?? {}).map(([name, window]) => [name, { ...own[name], window }])
  return { ...own, ...Object.fromEntries(set) }
}

function speakerOf(name: string, parts: ModelParts, scopeFor: ScopeFor): ChatModel {
  const found = shopOf(name, parts.shops)
  const facts = () => modelFacts(name, figuresIn(parts))
  if (found === null) return { name, generate: silent(name), room: roomOf(facts()), instructions: null, tools: 0 }
  const { open, tools, cacheMs } = found.shop
  const model = open(found.model)
  const { toolBox, prompts } = parts
  const given = (scope: Scope): ToolSet =>
    tools === 'none' ? {} : { ...(tools === 'all' ? contextTools(scope) : {}), ...toolBox?.tools() }
  const generate = createGenerate(model, async ({ conversation: { owner, id } }) => {
    await toolBox?.tried()
    return given(scopeFor(owner, id))
  })
  return {
    name,
    generate,
    instructions: null,
    // A person may set its window while the model stays.
    get room() {
      return roomOf(facts())
    },
    ...(cacheMs === undefined ? {} : { cacheMs }),
    // Tool servers come and go while the model stays.
    get tools() {
      return (tools === 'all' ? contextToolTokens() : 0) + (tools === 'none' ? 0 : (toolBox?.tokens() ?? 0))
    },
    get warmSummariser() {
      // Definitions do not depend on the conversation, and nobody carries them out while summing up.
      const chat = { instructions: null, tools: given({} as Scope) }
      // Whoever asks in words of their own is asked apart.
      return prompts === undefined
        ? instructed(createSummariser({ model, name, window: facts().window, chat }), parts)
        : undefined
    },
  }
}

function summariserOf(name: string, parts: ModelParts): Summariser | null {
  const found = shopOf(name, parts.shops)
  if (found === null) return null
  const { window } = modelFacts(name, figuresIn(parts))
  return instructed(createSummariser({ model: found.shop.open(found.model), name, window, ...promptsIn(parts) }), parts)
}

const promptsIn = ({ prompts }: ModelParts) => (prompts === undefined ? {} : { prompts })

/** What people want of every summary, before what they want of this one. */
const instructed = (summariser: Summariser, { wishes }: ModelParts): Summariser => ({
  ...summariser,
  summarise: (request, signal) => {
    const wanted = [wishes().instructions?.trim(), request.instructions].filter(Boolean).join('\n')
    return summariser.summarise({ ...request, instructions: wanted === '' ? null : wanted }, signal)
  },
})

/** A model that nobody can reach: the conversation can be read, and says what is missing when someone writes. */
const silent = (name: string): Generate =>
  async function* () {
    const key = keyFor(name.slice(0, Math.max(0, name.indexOf('/'))))
    const remedy = key === null ? 'Choose another model.' : `Set ${key} and start again, or choose another model.`
    yield { type: 'failed', failure: { type: 'refused-key', sentence: `${name} cannot be reached. ${remedy}` } }
  }

function unknown(name: string, shops: readonly Shop[]): LonghandError {
  const some = shops.flatMap(shop => shop.models.map(model => `${shop.name}/${model}`)).slice(0, 6)
  return new LonghandError('not-found', `There is no model ${name} here. Choose one of ${some.join(', ')}.`)
}

function remembered<T>(make: (name: string) => T): (name: string) => T {
  const made = new Map<string, T>()
  return name => {
    const known = made.get(name)
    if (known !== undefined) return known
    const fresh = make(name)
    // Names come from people; a list of them must not grow without end.
    if (made.size < 1_000) made.set(name, fresh)
    return fresh
  }
}
