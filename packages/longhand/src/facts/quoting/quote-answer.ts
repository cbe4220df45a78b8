import { type Message, textOf } from '../../core/message.ts'
import { namesOf } from '../reading/read-line.ts'
import { contentWords } from '../reading/words.ts'
import { isRecord, type KnownLine, knownLines } from './known-lines.ts'

/** An answer made only of lines from the messages: what is told is noted, and what none of them speaks of is said to be missing. */
export function quoteAnswer(messages: readonly Message[]): string {
  const { question, before } = questionIn(messages)
  const known = knownLines(before.filter(message => !isOwnAnswer(message))).filter(
    line => !isOwnQuestion(line) || asksForQuestions.test(question),
  )
  if (!/\p{L}\p{L}/u.test(question) || wantedWords(question).length === 0) return introduction
  if (!isAsking(question)) return before.some(isOwnAnswer) ? 'Noted.' : `Noted. ${introduction}`
  const found = best(question, known)
  if (found.length === 0) return nothing(question)
  return [...nearestOnly(question, known), ...found.map(shown)].join('\n\n')
}

const introduction = 'I am the offline model: I keep what you tell me and answer by quoting it.'

/** What this model says itself is nothing to quote: notes, what it could not find, and its own quotes. */
const isOwnAnswer = (message: Message): boolean =>
  message.role === 'assistant' &&
  /^Noted\.(?:$| I am the offline)|^I am the offline model:|^I find nothing about |^> [^\n]*\n\n— /.test(
    textOf(message),
  )

/** Who asks a thing again wants no answer in the words of the first time. */
const isOwnQuestion = ({ text, where }: KnownLine): boolean =>
  where.startsWith('you') && /^[^.!?]*\?$/.test(text.trim())

const asksForQuestions = /\b(?:ask|asked|question|questions)\b/i

/** Whether somebody wants an answer, or tells something. */
const isAsking = (text: string): boolean => /[?？]/.test(text) || askingWords.test(text.trim())

const askingWords =
  /(?:^|[.!:\n] ?)(?:what|which|who|whom|whose|when|where|why|how|did|does|do|is|are|was|were|can|could|would|will|should|tell|show|list|give|remind|recall|repeat|quote|find|explain|summarise|summarize)\b/i

/** The newest question, and everything sent before it: a record may be in the same message. */
function questionIn(messages: readonly Message[]): { readonly question: string; readonly before: readonly Message[] } {
  const at = messages.findLastIndex(({ role }) => role === 'user')
  const last = messages[at]
  if (last === undefined) return { question: '', before: [] }
  const start = last.parts.findLastIndex(isRecord) + 1
  const record = { ...last, parts: last.parts.slice(0, start) }
  const question = textOf({ ...last, parts: last.parts.slice(start) })
  return { question, before: [...messages.slice(0, at), ...(start === 0 ? [] : [record])] }
}

type Scored = KnownLine & { readonly score: number }

/** The lines that share the most with a question: rare words count more than common ones, names most of all. */
function best(question: string, known: readonly KnownLine[]): readonly Scored[] {
  const wanted = [...new Set(topicsOf(question).map(stem))]
  const names = new Set(namesOf(question).map(({ key }) => key))
  const lines = known.map(line => ({ ...line, words: new Set(contentWords(line.text).map(stem)) }))
  const places = new Map(wanted.map(word => [word, 0]))
  for (const word of lines.flatMap(({ words }) => [...words])) {
    if (places.has(word)) places.set(word, places.get(word)! + 1)
  }
  const rarity = new Map([...places].map(([word, found]) => [word, Math.log(1 + lines.length / (1 + found))]))
  const all = [...rarity.values()].reduce((sum, weight) => sum + weight, 0)
  const scored = lines.map(({ text, where, words }): Scored => {
    const shared = [...words].reduce((sum, word) => sum + (rarity.get(word) ?? 0), 0)
    const named = namesOf(text).filter(({ key }) => names.has(key)).length
    const decides = shared > 0 && decision.test(question) && decision.test(text) ? decisionBonus : 0
    return { text, where, score: shared / all + named + decides }
  })
  const ranked = scored.toSorted((a, b) => b.score - a.score)
  const enough = Math.max(minScore, (ranked[0]?.score ?? 0) * shareOfBest)
  const kept = new Set(ranked.filter(({ score }) => score >= enough).slice(0, maxQuotes))
  // In the order they were said, so that the last word comes last.
  return scored.filter(line => kept.has(line))
}

/** Who asks what was decided wants the line that decides. */
const decision = /\b(?:decid|decision|agree|chose|choose|settled on|go with|went with)/i
const decisionBonus = 0.4

const minScore = 0.2
const shareOfBest = 0.6
const maxQuotes = 5

/** The words of a question that an answer could share. */
const wantedWords = (question: string): readonly string[] =>
  contentWords(question).filter(word => !questionWords.has(word))

const questionWords = new Set(
  (
    'what whats which who whom whose when where why how did does tell me us please know about say said again remind remember recall ' +
    'give show list there any some hello hi hey thanks thank you ok okay yes no my your our it is are was were do can could would will'
  ).split(' '),
)

/** A word without its ending, to find its other forms: decide, decided, deciding. */
function stem(word: string): string {
  const short = word.replace(/(?:ings?|ed|es|s|e|ions?)$/, '')
  return short.length >= 4 ? short : word
}

const shown = ({ text, where }: KnownLine): string => `> ${text}\n\n— ${where}`

const nothing = (question: string): string =>
  `I find nothing about ${quoted(topicsOf(question))} in what I was sent. I am the offline model: I can only quote this conversation.`

/** A decision about one lamp answers no question about another, so what nobody spoke of is said first. */
function nearestOnly(question: string, known: readonly KnownLine[]): readonly string[] {
  const [, about] = /\babout\b(.*)/is.exec(question) ?? []
  if (about === undefined || !decision.test(question)) return []
  const spoken = new Set(known.flatMap(({ text }) => contentWords(text).map(stem)))
  const missing = topicsOf(about).filter(word => !spoken.has(stem(word)))
  return missing.length === 0 ? [] : [`I find nothing about ${quoted(missing)}. The nearest I have:`]
}

/** What a question is about: “decide” is how it is asked. */
function topicsOf(question: string): readonly string[] {
  const wanted = wantedWords(question)
  const topics = wanted.filter(word => !decision.test(word))
  return topics.length > 0 ? topics : wanted
}

const quoted = (words: readonly string[]): string =>
  words
    .slice(0, 3)
    .map(word => `“${word}”`)
    .join(' or ')
