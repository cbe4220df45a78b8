import type { Message } from '../packages/longhand/src/core/message.ts'
import type { Summariser } from '../packages/longhand/src/engine/ports/summariser.ts'
import { contextEngine } from '../packages/longhand/src/history/context.ts'
import { createHistory, type History } from '../packages/longhand/src/history/history.ts'
import { ownFormat } from '../packages/longhand/src/history/message-format.ts'
import { longConversation } from '../packages/longhand/src/testing/samples/long-conversation.sample.ts'
import { createVirtualClock, type VirtualClock } from '../packages/longhand/src/testing/virtual-clock.ts'
import { table } from '../scripts/table.ts'
import { doorHeadings, doorRows } from './library-doors.ts'

/** What an app that keeps its own messages waits for, and what one more message costs it. */
export async function run(): Promise<void> {
  await printWaits()
  await printWork()
  console.log('\nA call of a tool loop, by door\n')
  console.log(table(doorHeadings, await doorRows()))
}

const summaryMs = 20_000
const answerMs = 30_000

/** A conversation at the pace of answers of 30 seconds, with a summariser that takes 20, on a clock that jumps. */
async function printWaits(): Promise<void> {
  const clock = createVirtualClock()
  const messages = longConversation(120_000).map(({ message }) => message)
  let compactions = 0
  const history = historyOf({ window: 32_000, clock, summariser: slow(clock), onCompaction: () => compactions++ })
  const waits: number[] = []
  for (let at = 1; at <= messages.length; at++) {
    if (messages[at - 1]!.role === 'assistant') continue
    const from = clock.now()
    await clock.run(history.fit(messages.slice(0, at)))
    waits.push(clock.now() - from)
    await clock.run(clock.sleep(answerMs))
  }
  const receipts = await history.receipts()
  const bySummary = receipts.filter(({ model }) => model !== null).length
  console.log(
    `Waiting in prepare(): window 32,000, answers of ${answerMs / 1000} s, a summariser of ${summaryMs / 1000} s\n`,
  )
  console.log(
    table(
      ['calls', 'compactions', 'by the summariser', 'longest wait'],
      [[String(waits.length), String(compactions), String(bySummary), `${Math.max(...waits)} ms`]],
    ),
  )
}

/** One more message after 100 and after 10,000, in windows that are equally full. */
async function printWork(): Promise<void> {
  const sizes = [100, 1_000, 10_000]
  const medians: number[] = []
  const first: number[] = []
  for (const size of sizes) {
    const history = historyOf({ window: 32_000 })
    const messages = Array.from({ length: size }, (_, at) => line(at))
    const from = performance.now()
    await history.fit(messages)
    first.push(performance.now() - from)
    const times: number[] = []
    for (let call = 0; call < 60; call++) {
      messages.push(line(messages.length))
      const start = performance.now()
      await history.fit(messages)
      times.push(performance.now() - start)
    }
    medians.push(times.toSorted((a, b) => a - b)[times.length / 2]!)
  }
  console.log('\nOne more message in prepare(), median of 60 calls\n')
  console.log(
    table(
      ['messages before', 'first call', 'each later call', 'ratio'],
      sizes.map((size, at) => [
        size.toLocaleString('en'),
        `${first[at]!.toFixed(0)} ms`,
        `${medians[at]!.toFixed(2)} ms`,
        (medians[at]! / medians[0]!).toFixed(2),
      ]),
    ),
  )
}

const line = (at: number): Message => ({
  role: at % 2 === 0 ? 'user' : 'assistant',
  parts: [
    { type: 'text', text: `Message ${at}: src/module${at % 50}/file${at % 7}.ts ${'and some more words '.repeat(40)}` },
  ],
})

type Options = {
  readonly window: number
  readonly clock?: VirtualClock
  readonly summariser?: Summariser
  readonly onCompaction?: () => void
}

const historyOf = ({ window, clock, summariser, onCompaction }: Options): History<Message> =>
  createHistory({
    engine: contextEngine(
      { window, ...(onCompaction && { onCompaction }) },
      { model: 'offline/bench', summariser: summariser ?? null, ...(clock && { clock }) },
    ),
    conversation: crypto.randomUUID(),
    format: ownFormat,
  })

const slow = (clock: VirtualClock): Summariser => ({
  model: 'slow',
  window: 200_000,
  async summarise({ transcript }, signal) {
    await clock.sleep(summaryMs, signal)
    return { type: 'answered', text: summaryOf(transcript), finish: 'stop', usage: null }
  },
})

/** What the conversation is about, with the names it uses. */
const summaryOf = (transcript: string): string => `## Goal
Look at the handlers of all modules; none of them must call its config twice.

## Decisions
The handlers are split because their parsers throw: ${namesIn(transcript, /handle\d+Request/g)}.

## State
Read so far: ${namesIn(transcript, /src\/module\d+\/handler\.ts/g)}.

## Next steps
Look at the next handler.`

const namesIn = (text: string, pattern: RegExp): string => [...new Set(text.match(pattern))].join(', ')
