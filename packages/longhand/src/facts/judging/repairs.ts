import { escapeTag } from '../../core/escape-tag.ts'
import type { GateReason } from '../../core/gate-reason.ts'
import { prune } from '../choosing/prune.ts'
import { survey } from '../choosing/survey.ts'
import { valuesOf } from '../choosing/values.ts'
import { learntWeights } from '../choosing/weights.ts'
import { worthOf } from '../choosing/worth.ts'
import { escapeControlText } from '../escape-control-text.ts'
import { isConstraint } from '../reading/constraints.ts'
import { isInjection } from '../reading/cues.ts'
import { foundIn, rangesOf } from '../reading/found-in.ts'
import { messageText } from '../reading/message-text.ts'
import { quotesOf } from '../reading/quote.ts'
import { linesHold } from '../reading/sentence-search.ts'
import { redact } from '../redact.ts'
import type { DraftContext } from './gate.ts'

/** Removes one kind of problem from a draft; an unchanged text means there was none. */
export type Repair = { readonly reason: GateReason; readonly apply: (text: string, context: DraftContext) => string }

/** In this order: control text is neutralised first, so that nothing can hide in it. */
export const repairs: readonly Repair[] = [
  { reason: 'control-text', apply: withoutControlText },
  { reason: 'planted', apply: withoutPlanted },
  { reason: 'something-new', apply: withoutInvented },
  { reason: 'secret', apply: text => redact(text) },
  { reason: 'too-long', apply: withoutExcess },
]

function withoutControlText(text: string, { tag }: DraftContext): string {
  return escapeTag(escapeControlText(text), tag)
}

/** Removes lines that tell the reader what to do and come only from a tool. */
function withoutPlanted(text: string, { messages }: DraftContext): string {
  const lines = text.split('\n')
  const suspects = lines.filter(line => isConstraint(line) || isInjection(line))
  if (suspects.length === 0) return text
  const quotes = quotesOf(messages).flat()
  const orders = quotes.filter(
    ({ kind, text, origin }) =>
      kind === 'output' && origin.speaker === 'tool' && (isConstraint(text) || isInjection(text)),
  )
  const words = quotes.filter(({ kind, origin }) => kind === 'said' && origin.speaker === 'person')
  const byTool = linesHold(
    orders.map(({ text }) => text),
    suspects,
  )
  const byPerson = linesHold(
    words.map(({ text }) => text),
    suspects,
  )
  const planted = suspects.filter(line => isInjection(line) || (byTool(line) && !byPerson(line)))
  const gone = new Set(planted)
  return gone.size === 0 ? text : lines.filter(line => !gone.has(line)).join('\n')
}

/**
 * Removes links, hosts and addresses that neither a person nor the assistant wrote, and long numbers that are nowhere in
 * the originals. What only a tool printed may be bait; the record can still quote it under the tool's name.
 */
function withoutInvented(text: string, { messages, knownTexts }: DraftContext): string {
  const found = [...new Set(text.match(addressPattern) ?? [])].map(word =>
    word.replace(/(?<![.,;:!?)\]'"`])[.,;:!?)\]'"`]+$/, ''),
  )
  if (found.length === 0) return text
  const all = [...messages.map(({ message }) => messageText(message)), ...knownTexts].join('\n').toLowerCase()
  const spoken = messages.filter(({ message }) => message.role !== 'tool').map(({ message }) => messageText(message))
  const words = [...spoken, ...knownTexts].join('\n').toLowerCase()
  const isNumber = (word: string): boolean => /^\d+$/.test(word)
  const written = foundIn(all, found.filter(isNumber))
  const said = foundIn(words, found.map(plainAddress))
  const news = found.filter(word => (isNumber(word) ? !written(word) : !said(plainAddress(word))))
  const gone = rangesOf(text, news)
  const kept = gone.map(({ from }, at) => text.slice(gone[at - 1]?.to ?? 0, from))
  return [...kept, text.slice(gone.at(-1)?.to ?? 0)].join(inventedMark)
}

const plainAddress = (word: string): string => word.toLowerCase().replace(/(?<!\/)\/+$/, '')

const inventedMark = '[left out: nobody said it]'

const addressPattern = new RegExp(
  [
    String.raw`\bhttps?:\/\/[^\s<>"'\x60)\]}]{1,500}`,
    String.raw`\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}`,
    // Ends of host names that are not also ends of file names.
    String.raw`\b(?:[\w-]{1,63}\.){1,6}(?:com|org|net|io|dev|app|ai|co|edu|gov|info|biz|xyz|uk|de|fr|ru|cn|jp|eu|us|cloud|site|online|tech|onion|example|internal)\b(?:\/[^\s<>"'\x60)\]}]{0,300})?`,
    String.raw`\b\d{1,3}(?:\.\d{1,3}){3}\b`,
    String.raw`\b\d{6,40}\b`,
  ].join('|'),
  'gi',
)

/** As many lines as fit: those that say the least of what must survive are removed first. */
function withoutExcess(text: string, { messages, budget, count, weights = learntWeights }: DraftContext): string {
  if (count(text) <= budget) return text
  const seen = survey(messages)
  return prune(text, budget, {
    survey: seen,
    values: valuesOf(seen, worthOf(seen, weights)),
    count,
  })
}
