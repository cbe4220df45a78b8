import type { Reader } from '../../evals/metric/reader.ts'
import { tokensIn } from './count.ts'
import { untilIdle } from './idle.ts'
import type { Library } from './library.ts'
import type { ScriptNeeds } from './needs.ts'
import { type Recall, recallIn } from './recall.ts'
import type { Script, ScriptStep } from './script.ts'
import { messageTokens, type SentMessage } from './sent-messages.ts'
import { createSummariser, type Summarise } from './summariser.ts'
import { createSummaryClock, type SummaryClock } from './summary-clock.ts'
import { createTypedWords } from './typed-words.ts'

/** What a call showed of the conversation, and what it cost. */
export type CallRecord = {
  readonly step: number
  /** Tokens that had been said before. */
  readonly before: number
  readonly tokens: number
  readonly cached: number
  readonly output: number
  /** A real provider would have refused it as too long. */
  readonly isTooLong: boolean
  readonly hasNewest: boolean
  readonly hasResults: boolean
  readonly hasFirst: boolean
  /** The mean share of what a person typed in each message so far. */
  readonly typed: number
  /** Lines that a person typed and that are not there. */
  readonly missingTyped: readonly string[]
  readonly recall: Recall
}

export type Refusal = {
  readonly step: number
  readonly reason: 'too-long' | 'invalid'
  readonly sentence: string | null
}

export type SummaryRecord = {
  readonly step: number
  readonly tokens: number
  readonly cached: number
  readonly output: number
  /** Seconds that the conversation stood still for it. */
  readonly waited: number
  readonly refused: boolean
}

type Request = {
  readonly messages: readonly SentMessage[]
  readonly tokens: number
  readonly tools: string
  readonly output: number
}

/** One conversation as one library has it again: where it stands, and what was seen of it. */
export type Replay = {
  readonly window: number
  readonly library: Library
  readonly clock: SummaryClock
  readonly calls: readonly CallRecord[]
  readonly refusals: readonly Refusal[]
  readonly summaries: readonly SummaryRecord[]
  readonly summarise: Summarise
  /** The answer that is due; null after the last. */
  readonly stepAt: () => ScriptStep | null
  /** After an error was shown, the next try is answered whatever it holds, so that the run goes on. */
  readonly allowNext: () => void
  readonly isLenient: () => boolean
  readonly noteRefusal: (refusal: Omit<Refusal, 'step'>) => void
  /** Notes a call that is answered, and returns the tokens that a prompt cache would have known. */
  readonly noteCall: (request: Request) => number
  readonly noteSummary: (summary: Omit<SummaryRecord, 'step'>) => void
  readonly writeSummary: (request: Request) => Promise<void>
  readonly pending: () => number
  /** Resolves when the library has done what it does beside a call. */
  readonly atWork: () => Promise<void>
}

export type ReplayOptions = {
  readonly script: Script
  readonly needs: ScriptNeeds
  readonly read: Reader
  readonly library: Library
  readonly window: number
  /** Whether a call takes as long as the library is at work beside it, as the seconds of a real call would let it. */
  readonly pace?: 'at-once' | 'unhurried'
}

/** Tries of one call after which a library is let through, or it would try for ever. */
const maxRefusals = 12

export function createReplay({ script, needs, read, library, window, pace }: ReplayOptions, pid?: number): Replay {
  const places = script.turns.flatMap(({ steps }, turn) => steps.map((step, at) => ({ step, turn, at })))
  const recall = recallIn(needs, read)
  const clock = createSummaryClock()
  const calls: CallRecord[] = []
  const refusals: Refusal[] = []
  const summaries: SummaryRecord[] = []
  const typedWordsIn = createTypedWords()
  let lenientAt = -1
  let pending = 0
  let last: Pick<Request, 'messages' | 'tools'> | null = null
  const at = (): number => calls.length
  const refusedHere = (): number => refusals.filter(({ step }) => step === at()).length

  function noteCall({ messages, tokens, tools, output }: Request): number {
    const step = at()
    const { turn, at: place } = places[step]!
    const turns = script.turns.slice(0, turn + 1)
    const words = typedWordsIn(messages)
    const typed = turns.filter(one => one.typed !== '')
    const results = place === 0 ? [] : turns[turn]!.steps[place - 1]!.results
    const cached = last === null ? 0 : sharedTokens(last, { messages, tools })
    last = { messages, tools }
    calls.push({
      ...{ step, tokens, cached, output, before: needs.calls[step]!.before, isTooLong: tokens > window },
      // Some libraries cannot go on after an error without a new message.
      hasNewest: words.share(turns[turn]!) === 1 || messages.some(({ role, text }) => role === 'user' && text === goOn),
      hasResults: results.every(({ text }) => messages.some(message => message.text.includes(text))),
      hasFirst: words.share(turns[0]!) === 1,
      typed: typed.length === 0 ? 1 : typed.reduce((sum, one) => sum + words.share(one), 0) / typed.length,
      missingTyped: typed.flatMap(words.missing),
      recall: recall(step, messages),
    })
    clock.noteCall()
    return cached
  }

  return {
    ...{ window, library, clock, calls, refusals, summaries, noteCall },
    summarise: createSummariser(script, library.summarySize),
    stepAt: () => places[at()]?.step ?? null,
    allowNext: () => {
      lenientAt = at()
    },
    isLenient: () => lenientAt === at() || refusedHere() >= maxRefusals,
    noteRefusal: refusal => void refusals.push({ step: at(), ...refusal }),
    noteSummary: summary => void summaries.push({ step: at(), ...summary }),
    writeSummary: async ({ messages, tokens, tools, output }) => {
      const step = at()
      const cached = last === null ? 0 : sharedTokens(last, { messages, tools })
      pending++
      const waited = await clock.summary(library.background ? 'background' : 'blocking').finally(() => pending--)
      summaries.push({ step, tokens, cached, output, waited, refused: false })
    },
    pending: () => pending,
    atWork: async () => {
      if (library.background && pace === 'unhurried' && pid !== undefined) await untilIdle(pid)
    },
  }
}

/** What is sent to a library that cannot go on after an error by itself. */
export const goOn = 'Go on.'

/** Tokens of the beginning that two requests share, part by part: a message to which another was joined is still known. */
function sharedTokens(
  last: Pick<Request, 'messages' | 'tools'>,
  { messages, tools }: Pick<Request, 'messages' | 'tools'>,
): number {
  if (last.tools !== tools) return 0
  const end = messages.findIndex(({ key }, at) => last.messages[at]?.key !== key)
  const same = end < 0 ? messages : messages.slice(0, end)
  const start = end < 0 ? 0 : sharedStart(last.messages[end], messages[end]!)
  return same.reduce((sum, message) => sum + messageTokens(message), start + (tools === 'null' ? 0 : tokensIn(tools)))
}

function sharedStart(last: SentMessage | undefined, { role, parts }: SentMessage): number {
  if (last?.role !== role) return 0
  const end = parts.findIndex((text, at) => last.parts[at] !== text)
  return parts.slice(0, end < 0 ? parts.length : end).reduce((sum, text) => sum + tokensIn(text), 0)
}
