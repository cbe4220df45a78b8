import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Handlebars from 'handlebars'
import { LonghandError } from '../core/errors.ts'
import { type Prompts, tidy, wordsOf } from './prompts.ts'
import type { TemplateWords } from './template.ts'

/** Templates of one's own. */
export type PromptOptions = {
  /**
   * Replaces what the summariser is told about its task. A template that shows `{{transcript}}` (or `{{messages}}`)
   * itself is the whole request; the record so far, instructions and complaint are added where it does not show them.
   */
  readonly template?: string
  /** More partials by name. Ours are `system`, `sections` and `directive`. */
  readonly partials?: Readonly<Record<string, string>>
}

/** Compiles the prompts; throws `bad-config` for a template that can't be read. */
export function createPrompts({ template, partials = {} }: PromptOptions = {}): Prompts {
  const bars = Handlebars.create()
  const files = ownPartials.map(name => [name, fileOf(name)] as const)
  bars.registerPartial({ ...Object.fromEntries(files), [inTheSource]: fileOf('system'), ...partials })
  const system = compile(bars, template ?? '{{> system}}')
  const request = compile(bars, '{{> request}}')
  const warm = compile(bars, '{{> warm}}')
  const whole = wholeRequest(bars, system)
  return {
    cold: asked => {
      const words = wordsOf(asked)
      return whole === null ? { system: system(words), user: request(words) } : { system: '', user: whole(words) }
    },
    warm: asked => warm({ ...wordsOf(asked), fence: '' }),
  }
}

const ownPartials = ['system', 'sections', 'directive', 'request', 'warm', 'earlier', 'additions']

/**
 * The request that a template is when it shows the messages itself, in its own text or in a partial; null when it does
 * not. What it leaves out is added: the record so far to the messages, the person's instructions and the reason for
 * another try to the end.
 */
function wholeRequest(bars: typeof Handlebars, template: Render): Render | null {
  const probe = template(probeWords)
  const shows = (word: string): boolean => probe.includes(probeOf(word))
  if (!shows('transcript') && !shows('messages')) return null
  const earlier = compile(bars, '{{#if previous}}{{> earlier}}\n{{/if}}')
  const additions = compile(bars, '{{> additions}}')
  const without = (words: TemplateWords, name: string): TemplateWords =>
    shows(name) ? { ...words, [name]: '' } : words
  return words => {
    const before = shows('previous') ? '' : earlier(words)
    const transcript = [before, words.transcript].filter(Boolean).join('\n\n')
    const after = additions(without(without(words, 'instructions'), 'complaint'))
    return [template({ ...words, transcript, messages: transcript }), after].filter(Boolean).join('\n\n')
  }
}

/** Words that no template holds: where one of them comes out, the template shows what it stands for. */
const probeOf = (word: string): string => `\u0001${word}\u0001`

const probeWords: TemplateWords = Object.fromEntries(
  ['transcript', 'messages', 'previous', 'instructions', 'complaint'].map(word => [word, probeOf(word)]),
)

/** The names of the partials that a template uses; none when it cannot be read. */
export function partialNames(template: string): readonly string[] {
  const names: string[] = []
  const see = ({ name }: { readonly name: hbs.AST.Expression }): void => {
    if (name.type === 'PathExpression') names.push((name as hbs.AST.PathExpression).original)
  }
  const visitor = new Handlebars.Visitor()
  visitor.PartialStatement = see
  visitor.PartialBlockStatement = block => {
    see(block)
    visitor.accept(block.program)
  }
  try {
    visitor.accept(Handlebars.parse(template))
  } catch {
    return []
  }
  return names
}

/** The name that the source document's configuration knows our own prompt by. */
const inTheSource = 'system-prompt-context-summarizer.hbs'

const fileOf = (name: string): string => readFileSync(join(import.meta.dirname, `${name}.hbs`), 'utf8')

type Render = (words: TemplateWords) => string

function compile(bars: typeof Handlebars, source: string): Render {
  const render = bars.compile(source, { noEscape: true })
  try {
    // Tried at once: a mistake is found when the program starts, not when the window is full.
    render({})
  } catch (cause) {
    const [first] = String(cause instanceof Error ? cause.message : cause).split('\n')
    throw new LonghandError('bad-config', `The prompt for summaries can't be used: ${first}`, { cause })
  }
  return words => tidy(render(words))
}
