import type { GateReason } from '../../core/gate-reason.ts'
import { foundIn } from '../reading/found-in.ts'
import { messageText } from '../reading/message-text.ts'
import { contentWords } from '../reading/words.ts'
import type { DraftContext, SummaryDraft } from './gate.ts'

/** Why a draft cannot be used or repaired; null when it can. `text` is the draft without its wrapper. */
export function findFlaw({ finish }: SummaryDraft, text: string, context: DraftContext): GateReason | null {
  if (finish === 'refused') return 'refused'
  if (finish !== 'stop') return 'cut-off'
  if (!/\p{L}\p{L}/u.test(text)) return 'empty'
  if (isRefusal(text)) return 'refused'
  if (isSkeleton(text, context)) return 'skeleton'
  if (context.count(text) > context.replacedTokens * maxShare) return 'not-smaller'
  const source = [...context.messages.map(({ message }) => messageText(message)), ...context.knownTexts].join('\n')
  if (isGarbled(text, source)) return 'garbled'
  return isEcho(text, source) ? 'echo' : null
}

/** Prose longer than this share of what it replaces is not a summary. */
const maxShare = 0.6

/** A short text that starts like an apology. */
function isRefusal(text: string): boolean {
  return text.length < 1_500 && refusal.test(text.slice(0, 300))
}

const refusal =
  /\b(?:i(?:['’]m| am) (?:sorry|unable|not able)|i (?:can(?:no|['’])t|can not|won['’]t|will not|must decline)|as an ai|i apologi[sz]e|(?:unable|not able) to (?:help|assist|summari[sz]e|comply)|against my (?:guidelines|policy)|es tut mir leid|je suis désolé|lo siento|很抱歉|申し訳)/i

/** Empty headings, placeholders, or a few words where much was said. */
export function isSkeleton(text: string, { replacedTokens }: Pick<DraftContext, 'replacedTokens'>): boolean {
  if (placeholder.test(text) && text.length < 1_500) return true
  const lines = text.split('\n').map(line => line.trim())
  const body = lines.filter(line => line !== '' && !line.startsWith('#'))
  const hollow = body.filter(line => isHollow(line))
  if (hollow.length > body.length * maxHollowShare) return true
  const words = body.filter(line => !isHollow(line)).flatMap(contentWords)
  return words.length < Math.min(minWords, replacedTokens / tokensPerWord)
}

const maxHollowShare = 0.6
/** One full sentence says enough of many runs of tools; what it lacks is added from the originals. */
const minWords = 12
/** A summary of a short span has at least one word for this many tokens. */
const tokensPerWord = 40

const placeholder =
  /no (?:prior|previous|earlier) (?:history|conversation|context|messages)|conversation (?:is|was) empty|no summary (?:is )?available|nothing (?:to summari[sz]e|happened yet)|\[(?:insert|todo|summary|placeholder)\b|lorem ipsum/i

/** A bullet, perhaps with a label, that says nothing. */
function isHollow(line: string): boolean {
  const item = line.slice(0, 200).replace(/^[-*•\d.)\s]+/, '')
  const said = item
    .slice(item.lastIndexOf(':') + 1)
    .replace(/[*_.!()\s–—…-]+/g, ' ')
    .trim()
    .toLowerCase()
  return said === '' || emptyValues.has(said)
}

const emptyValues = new Set([
  ...['none', 'n/a', 'na', 'not applicable', 'nothing', 'nothing yet', 'unknown', 'not specified', 'not provided'],
  ...[
    'not mentioned',
    'not discussed',
    'tbd',
    'todo',
    'empty',
    'keine',
    'keiner',
    'aucun',
    'aucune',
    'ninguno',
    '无',
    'なし',
  ],
])

/** Symbols instead of words, the same words over and over, or words that are not in the conversation. */
function isGarbled(text: string, source: string): boolean {
  const letters = text.match(/[\p{L}\p{N}\s.,;:!?'"()/`#*_¶-]/gu)?.length ?? 0
  if (letters < text.length * 0.7 || text.includes('\uFFFD\uFFFD')) return true
  const all = text.toLowerCase().match(/[\p{L}\p{N}_]{2,}/gu) ?? []
  const words = [...new Set(all)]
  if (all.length > 200 && words.length < all.length * minVariety) return true
  const sample = words.slice(0, 80)
  const isInSource = foundIn(source.toLowerCase(), sample)
  return sample.filter(isInSource).length < sample.length * minKnownShare
}

const minVariety = 0.1
const minKnownShare = 0.15

/** Lines in the same order as in the originals: a copy, not a summary. */
function isEcho(text: string, source: string): boolean {
  const lines = trimmed(text)
  if (lines.length < 4)
    return lines.length > 0 && lines.every(line => line.length > 200) && lines.every(foundIn(source, lines))
  const next = new Map<string, Set<string>>()
  const originals = trimmed(source)
  originals.forEach((line, at) => {
    const after = next.get(line) ?? new Set()
    next.set(line, after.add(originals[at + 1] ?? ''))
  })
  const followed = lines.filter((line, at) => next.get(line)?.has(lines[at + 1] ?? '') ?? false)
  return followed.length > lines.length * maxFollowedShare
}

const maxFollowedShare = 0.5

const trimmed = (text: string): readonly string[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line.length > 3)
