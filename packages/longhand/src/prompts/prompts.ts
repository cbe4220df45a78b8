import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Handlebars from 'handlebars'
import { LonghandError } from '../core/errors.ts'
import type { SummaryRequest } from '../engine/ports/summariser.ts'

/** The words that a summariser is asked with. */
export type Prompts = {
  /** What it is told about its task, and what it is asked, as two texts. */
  readonly cold: (request: SummaryRequest) => { readonly system: string; readonly user: string }
  /** What is added at the end of the chat's own request. */
  readonly warm: (request: SummaryRequest) => string
}

/** Templates of one's own. */
export type PromptOptions = {
  /**
   * Replaces what the summariser is told about its task. A template that shows `{{transcript}}` (or `{{messages}}`)
   * itself is the whole request.
   */
  readonly template?: string
  /** More partials by name. Ours are `system`, `sections` and `directive`. */
  readonly partials?: Readonly<Record<string, string>>
}

/** Compiles the prompts; throws `bad-config` for a template that can't be read. */
export function createPrompts({ template, partials = {} }: PromptOptions = {}): Prompts {
  const bars = Handlebars.create()
  const files = ['system', 'sections', 'directive', 'request', 'warm'].map(name => [name, fileOf(name)] as const)
  bars.registerPartial({ ...Object.fromEntries(files), [inTheSource]: fileOf('system'), ...partials })
  const system = compile(bars, template ?? '{{> system}}')
  const request = compile(bars, '{{> request}}')
  const warm = compile(bars, '{{> warm}}')
  const isWhole = template !== undefined && /\{\{\{?\s*(?:transcript|messages)\b/.test(template)
  return {
    cold: asked => {
      const words = wordsOf(asked)
      return isWhole ? { system: '', user: system(words) } : { system: system(words), user: request(words) }
    },
    warm: asked => warm({ ...wordsOf(asked), fence: '' }),
  }
}

/** Our own, compiled once: that takes longer than anything else about a request. */
export function defaultPrompts(): Prompts {
  compiled ??= createPrompts()
  return compiled
}

let compiled: Prompts | null = null

/** The name that the source document's configuration knows our own prompt by. */
const inTheSource = 'system-prompt-context-summarizer.hbs'

const fileOf = (name: string): string => readFileSync(join(import.meta.dirname, `${name}.hbs`), 'utf8')

type Words = Readonly<Record<string, string | number | boolean>>

function compile(bars: typeof Handlebars, source: string): (words: Words) => string {
  const render = bars.compile(source, { noEscape: true })
  try {
    // Tried at once: a mistake is found when the program starts, not when the window is full.
    render({})
  } catch (cause) {
    const [first] = String(cause instanceof Error ? cause.message : cause).split('\n')
    throw new LonghandError('bad-config', `The prompt for summaries can't be used: ${first}`, { cause })
  }
  return words =>
    render(words)
      .replace(/\n{3,}/g, '\n\n')
      .trim()
}

const wordsOf = (request: SummaryRequest): Words => ({
  transcript: request.transcript,
  messages: request.transcript,
  fence: request.fence,
  previous: request.previous ?? '',
  instructions: request.instructions ?? '',
  complaint: request.complaint ?? '',
  summary_tag: request.tag,
  max_tokens: request.maxTokens,
  is_digest: request.form === 'digest',
  is_part: request.form === 'part',
  is_merge: request.form === 'merge',
})
