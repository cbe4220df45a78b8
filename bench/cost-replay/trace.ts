import { isTyped } from '../../evals/baselines/typed.ts'
import { type Recording, recordedMessages } from '../../evals/corpus.ts'
import { printed } from '../../evals/metric/printed.ts'
import type { Reader } from '../../evals/metric/reader.ts'
import type { Message } from '../../packages/longhand/src/core/message.ts'
import { countMessage } from '../../packages/longhand/src/tokens/count-message.ts'
import { familyOf } from '../../packages/longhand/src/tokens/families.ts'

/** A recorded conversation, made ready to be had again call by call. */
export type Trace = {
  readonly name: string
  readonly messages: readonly Message[]
  /** Tokens of each message as its model counts them. */
  readonly tokens: readonly number[]
  /** The names in each message. */
  readonly names: readonly (readonly number[])[]
  /** Whether a person typed it. */
  readonly typed: readonly boolean[]
  readonly calls: readonly Call[]
}

/** One request: it asks for the message at `at`. */
export type Call = {
  readonly at: number
  readonly output: number
  /** Milliseconds since the answer before; null when nobody wrote down the time. */
  readonly idle: number | null
  /** Names that it uses and that were last seen long before. */
  readonly recalls: readonly number[]
}

/** Tokens after which a name is old. */
const oldAfterTokens = 5_000

export function traceOf(recordings: readonly Recording[], read: Reader): Trace {
  const [{ id, usage = [] }] = recordings as [Recording]
  const ratio = familyOf(usage[0]?.model ?? 'claude').ratio
  // Summaries that the recorded client put in are no part of what was said.
  const said = recordings.flatMap(one => one.messages.filter(({ meta }) => meta?.kind !== 'compactSummary'))
  const messages = recordedMessages({ ...recordings[0]!, messages: said })
  const tokens = messages.map(message => Math.ceil(countMessage(message) * ratio))
  const names = said.map(message => [...new Set(printed(message).flatMap(({ text }) => read.entities(text)))])
  const times = said.map(({ meta }) => (meta?.ts === undefined ? null : Date.parse(meta.ts)))
  const old = oldNames(names, tokens)
  const isCall = (at: number) => said[at]!.role === 'assistant' && said[at - 1]?.role !== 'assistant'
  const at = said.flatMap((_, index) => (index > 0 && isCall(index) ? [index] : []))
  const calls = at.map(
    (index, order): Call => ({
      at: index,
      output: tokens[index]!,
      idle: idleBefore(index, at[order - 1], times),
      recalls: old[index]!,
    }),
  )
  return { name: id, messages, tokens, names, typed: said.map(isTyped), calls }
}

/** From the last answer to the message that led to this call; in between nobody asked the provider anything. */
function idleBefore(at: number, before: number | undefined, times: readonly (number | null)[]): number | null {
  const [asked, answered] = [times[at - 1] ?? times[at] ?? null, before === undefined ? null : (times[before] ?? null)]
  return asked === null || answered === null ? null : Math.max(0, asked - answered)
}

function oldNames(names: readonly (readonly number[])[], tokens: readonly number[]): readonly (readonly number[])[] {
  const seen = new Map<number, number>()
  let passed = 0
  return names.map((here, at) => {
    const old = here.filter(name => seen.has(name) && passed - seen.get(name)! > oldAfterTokens)
    passed += tokens[at]!
    for (const name of here) seen.set(name, passed)
    return old
  })
}

export const sizeOf = ({ tokens }: Trace): number => tokens.reduce((sum, one) => sum + one, 0)
