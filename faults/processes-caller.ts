import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { longhand } from 'longhand/openai'
import { LonghandError } from '../packages/longhand/src/core/errors.ts'
import type { Storage } from '../packages/longhand/src/engine/ports/store.ts'

/** One of several who ask about the same conversation: a process, or an object of its own in one. */
export type Caller = {
  /** Prepares the messages of each call, in this order; `settled`: waits after each until nothing is being written. */
  call(numbers: readonly number[], pace: Pace): Promise<readonly Called[]>
  end(): Promise<void>
}

export type Pace = 'settled' | 'at once'

/** What came of one call. */
export type Called = {
  readonly number: number
  /** A hash of what was to be sent, byte for byte; null when it was refused. */
  readonly view: string | null
  readonly refused: string | null
  /** The compaction that the view stands on. */
  readonly compaction: string | null
  /** What the summariser has written for this caller so far. */
  readonly summaries: readonly string[]
  /** Notes on stretches of what was too long to be read at once. How many there are depends on when a summary falls due. */
  readonly notes: readonly string[]
}

type Message = { role: string; content: string }

/** A conversation that grows by an answer and a question with each call. */
function messagesOf(calls: number): Message[] {
  const turn = (at: number): Message[] => [
    { role: 'user', content: `Question ${at}: what does src/part${at}.ts do, and who calls it?` },
    {
      role: 'assistant',
      content: `Answer ${at}: src/part${at}.ts is called by step ${at}. ${'It reads one thing and writes another. '.repeat(8)}`,
    },
  ]
  return Array.from({ length: calls + 1 }, (_, at) => turn(at)).flat()
}

const summaryOf = (text: string): string => `## Goal
The person asks one question after the other: what each part does, and who calls it.

## State
Every question so far got its answer, about what is read and written: ${[...new Set(text.match(/src\/part\d+\.ts/g))].slice(-12).join(', ')}.

## Next steps
Answer the next question about the next part.`

/** Somebody who has the store open and knows nothing of the others. */
export function openCaller(store: Storage, conversation: string, calls: number): Caller {
  const all = messagesOf(calls)
  const summaries: string[] = []
  const notes: string[] = []
  const written = () => ({ summaries: [...summaries], notes: [...notes] })
  const context = longhand<Message>({
    ...{ model: 'offline/test', window: 4_000, store, conversation },
    summarise: async ({ prompt }) => {
      const text = summaryOf(prompt)
      if (prompt.startsWith('This is one stretch')) notes.push(text)
      else summaries.push(text)
      await sleep(30)
      return text
    },
  })
  const callOne = async (number: number, pace: Pace): Promise<Called> => {
    const ended = (result: Pick<Called, 'view' | 'refused'>): Called => ({
      ...{ number, ...written(), ...result },
      compaction: context.snapshot()?.layout.current?.id ?? null,
    })
    try {
      const view = await context.prepare(all.slice(0, 2 * number - 1))
      const called = ended({ view: hash(JSON.stringify(view)), refused: null })
      if (pace === 'settled') await context.settled()
      return { ...called, ...written() }
    } catch (error) {
      const sentence = error instanceof LonghandError ? `${error.code}: ${error.message}` : String(error)
      return ended({ view: null, refused: sentence })
    }
  }
  return {
    call: async (numbers, pace) => {
      const called: Called[] = []
      for (const number of numbers) called.push(await callOne(number, pace))
      return called
    },
    end: context.settled,
  }
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)
