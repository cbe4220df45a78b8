import { type Message, type Part, textOf } from '../packages/longhand/src/core/message.ts'
import type { Generate, GenerateRequest, ModelEvent } from '../packages/longhand/src/engine/ports/chat-model.ts'
import type { Clock } from '../packages/longhand/src/engine/ports/clock.ts'
import type { Models } from '../packages/longhand/src/engine/ports/models.ts'

/** Who plays the model and the summariser of an engine that is to be killed, and hears what is asked of them. */
export type Cast = {
  readonly clock: Clock
  /** Hears of each call, with the conversation that it was for. */
  readonly asked: (who: 'model' | 'summariser', conversation: string) => void
  /** How long the summariser takes, and what comes of it. */
  readonly summaries?: { readonly ms: number; readonly outcome: 'text' | 'trouble' }
}

export const window = 12_000

/** What a person says: the first word tells the model what to do. No two lines are the same. */
export const line = (word: string, conversation: string, mark: string): string =>
  `${word} (${conversation}). ${'We talked about the weather of that day at length and so on. '.repeat(2)}[${mark}]`

export function playedBy(cast: Cast): Models {
  return {
    defaultModel: 'scripted',
    find: name => ({ name, generate: speakAs(cast), room: { window, reserve: 500 }, instructions: null, tools: 0 }),
    summariser: () => ({
      model: 'scripted summariser',
      window: 1_000_000,
      summarise: async ({ transcript }) => {
        cast.asked('summariser', conversationIn(transcript))
        const { ms, outcome } = cast.summaries ?? { ms: 0, outcome: 'text' }
        await cast.clock.sleep(ms)
        if (outcome === 'text') return { type: 'answered', text: summary, finish: 'stop', usage: null }
        return { type: 'failed', failure: { type: 'other', sentence: 'The summariser is down.' } }
      },
    }),
    prices: () => null,
  }
}

const summary = `## Goal
The people wanted to talk about the weather of each day, one day after the other, and did so at length.

## State
Every day so far was talked about. The assistant answered each time and said in a few words what it thought about it.
Nothing was left open, nobody asked for anything else, and nothing that was said about a day was taken back later.

## Next steps
The next day was to follow.`

const conversationIn = (text: string): string => /\(([\da-f-]{36})\)/.exec(text)![1]!

const speakAs = ({ clock, asked }: Cast): Generate =>
  async function* (request) {
    asked('model', request.conversation.id)
    const word = textOf(request.messages.findLast(({ role }) => role === 'user')!).split(' ')[0]
    if (word === 'Overflow' && request.messages.length > 12)
      return yield { type: 'failed', failure: { type: 'overflow', used: 20_000, limit: 9_000 } }
    if (word === 'Tools' && request.messages.at(-1)!.role !== 'tool') return yield* toolStep(request)
    yield* inWords(wordCounts[word ?? ''] ?? 3, clock, word === 'Decide' ? "Let's go with Postgres. " : '')
  }

const wordCounts: Readonly<Record<string, number>> = { Slowly: 12, Decide: 12, Patiently: 80 }

/** Reads a file that is longer than the window when it is asked for one that is. */
async function* toolStep({ messages }: GenerateRequest): AsyncGenerator<ModelEvent> {
  const callId = crypto.randomUUID()
  const large = textOf(messages.at(-1)!).startsWith('Tools large')
  const output = large ? 'A line of a long file.\n'.repeat(700) : 'Wrote it.'
  yield ended([
    { role: 'assistant', parts: [{ type: 'tool-call', callId, name: 'write_file', input: { path: 'notes.md' } }] },
    { role: 'tool', parts: [{ type: 'tool-result', callId, name: 'write_file', outcome: 'ok', output }] },
  ])
}

async function* inWords(count: number, clock: Clock, first: string): AsyncGenerator<ModelEvent> {
  let text = first
  for (let at = 1; at <= count; at++) {
    text += `Word number ${at} was said about it. `
    const parts: readonly Part[] = [{ type: 'text', text }]
    yield { type: 'chunk', chunk: { type: 'text-delta', id: '1', delta: text }, parts: () => parts }
    if (count > 3) await clock.sleep(500)
  }
  yield ended([{ role: 'assistant', parts: [{ type: 'text', text }] }])
}

const ended = (messages: readonly Message[]): ModelEvent => ({
  type: 'end',
  messages,
  finish: messages.length > 1 ? 'tool-calls' : 'stop',
  usage: { input: 100, output: 10, cacheRead: 0, cacheWrite: 0, reasoning: 0 },
})
