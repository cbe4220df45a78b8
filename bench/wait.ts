import { defaultCorpus, type Recording, recordedMessages, recordings } from '../evals/corpus.ts'
import type { Message } from '../packages/longhand/src/core/message.ts'
import { classic } from '../packages/longhand/src/core/policy.ts'
import { createEngine, scopeOf } from '../packages/longhand/src/engine/engine.ts'
import type { Generate } from '../packages/longhand/src/engine/ports/chat-model.ts'
import { localOwner } from '../packages/longhand/src/engine/ports/store.ts'
import type { Summariser } from '../packages/longhand/src/engine/ports/summariser.ts'
import { send } from '../packages/longhand/src/engine/turn/send.ts'
import { openMemory } from '../packages/longhand/src/stores/memory/open.ts'
import { lettersMeter } from '../packages/longhand/src/testing/test-engine.ts'
import { createVirtualClock, type VirtualClock } from '../packages/longhand/src/testing/virtual-clock.ts'
import { countTokens } from '../packages/longhand/src/tokens/count.ts'
import { table } from '../scripts/table.ts'

/**
 * How long people wait for compactions: recorded conversations are had again, at their own pace, with the real engine
 * on a virtual clock and a summariser that takes 30 seconds.
 */
export async function run(args: readonly string[]): Promise<void> {
  const flag = (name: string) => args[args.indexOf(name) + 1]
  const corpus = args.includes('--corpus') ? flag('--corpus')! : defaultCorpus
  const window = args.includes('--window') ? Number(flag('--window')) : 64_000
  const most = args.includes('--most') ? Number(flag('--most')) : 50
  const chosen = await longest(corpus, most)
  const all: Replay[] = []
  for (const recording of chosen) {
    all.push(await replay(recording, window))
    process.stderr.write(`\r${all.length} of ${chosen.length} conversations`)
  }
  const waits = all.flatMap(one => one.waits)
  const waited = waits.filter(ms => ms > 0)
  const sum = (figure: 'summaries' | 'hasty') => String(all.reduce((total, one) => total + one[figure], 0))
  console.log(`\n\nWaiting for automatic compactions: window ${window.toLocaleString('en')}, summariser 30 s\n`)
  console.log(
    table(
      ['conversations', 'automatic compactions', 'made someone wait', 'share', 'in their own words', 'summaries asked'],
      [
        [
          String(all.length),
          String(waits.length),
          String(waited.length),
          `${((100 * waited.length) / Math.max(1, waits.length)).toFixed(1)}%`,
          sum('hasty'),
          sum('summaries'),
        ],
      ],
    ),
  )
  console.log(`\n${histogram(waits)}`)
}

async function longest(corpus: string, most: number): Promise<readonly Recording[]> {
  const all: { recording: Recording; letters: number }[] = []
  for await (const recording of recordings(corpus)) {
    all.push({ recording, letters: recording.messages.reduce((sum, { content }) => sum + content.length, 0) })
  }
  return all
    .toSorted((a, b) => b.letters - a.letters)
    .slice(0, most)
    .map(({ recording }) => recording)
}

type Replay = {
  /** The wait of each compaction of one conversation, in milliseconds of its own time. */
  readonly waits: readonly number[]
  /** Compactions made without a model, so that nobody had to wait. */
  readonly hasty: number
  /** How often the summariser was asked. */
  readonly summaries: number
}

async function replay(recording: Recording, window: number): Promise<Replay> {
  const clock = createVirtualClock()
  const turns = turnsOf(recording)
  const waits: number[] = []
  let steps: Step[] = []
  let ready = 0
  let pending = 0
  let hasty = 0
  let summaries = 0
  const generate: Generate = async function* () {
    const step = steps.shift()!
    // Whatever time has passed since the engine could have asked the model was spent waiting for a compaction.
    for (; pending > 0; pending--) waits.push(clock.now() - ready)
    await clock.sleep(step.ms)
    ready = clock.now()
    yield { type: 'end', messages: step.messages, finish: steps.length > 0 ? 'tool-calls' : 'stop', usage: null }
  }
  const engine = createEngine({
    storage: openMemory({ now: clock.now }),
    models: {
      defaultModel: 'recorded',
      find: name => ({
        name,
        generate,
        room: { window, reserve: Math.min(8_192, window / 8) },
        instructions: null,
        tools: 0,
      }),
      summariser: () => slow(clock, () => summaries++),
      prices: () => null,
    },
    meter: { ...lettersMeter, count, countAsync: async message => count(message), countText: countTokens },
    clock,
    newId: () => crypto.randomUUID(),
    worker: 'bench',
    policy: classic,
    onEvent: event => {
      if (event.type !== 'compaction' || event.phase !== 'completed') return
      pending++
      if (event.receipt?.model === null) hasty++
    },
  })
  const scope = scopeOf(engine, localOwner, crypto.randomUUID())
  await scope.store.conversations.create({ id: scope.conversation })
  for (const turn of turns) {
    await clock.run(clock.sleep(turn.pauseMs))
    steps = [...turn.steps]
    ready = clock.now()
    const sent = await clock.run(send(scope, { id: crypto.randomUUID(), message: turn.said }))
    if (sent.type !== 'answering') continue
    await clock.run(engine.activeTurns.get(scope.conversation)?.done ?? Promise.resolve())
  }
  for (; pending > 0; pending--) waits.push(0)
  return { waits, hasty, summaries }
}

const count = (message: Message): number => countTokens(JSON.stringify(message.parts))

type Step = { readonly messages: readonly Message[]; readonly ms: number }
type Turn = { readonly said: Message; readonly pauseMs: number; readonly steps: readonly Step[] }

/** What people said, how long they took for it, and the steps of each answer with the time they took. */
function turnsOf(recording: Recording): readonly Turn[] {
  const messages = recordedMessages(recording)
  const turns: { said: Message; pauseMs: number; steps: { messages: Message[]; ms: number }[] }[] = []
  messages.forEach((message, at) => {
    if (recording.messages[at]!.meta?.kind === 'compactSummary') return
    const passed = gap(recording, at)
    if (message.role === 'user')
      turns.push({ said: message, pauseMs: clamp(passed ?? 45_000, 5_000, 600_000), steps: [] })
    else if (message.role === 'assistant')
      turns.at(-1)?.steps.push({ messages: [message], ms: clamp(passed ?? 8_000, 1_000, 120_000) })
    else if (message.role === 'tool') turns.at(-1)?.steps.at(-1)?.messages.push(message)
  })
  return turns.filter(({ steps }) => steps.length > 0)
}

function gap({ messages }: Recording, at: number): number | null {
  const [before, now] = [messages[at - 1]?.meta?.ts, messages[at]?.meta?.ts]
  return before === undefined || now === undefined ? null : Date.parse(now) - Date.parse(before)
}

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))

/** Takes half a minute for a plain summary of what it was given. */
const slow = (clock: VirtualClock, asked: () => void): Summariser => ({
  model: 'slow',
  window: 1_000_000,
  async summarise({ transcript }, signal) {
    asked()
    await clock.sleep(30_000, signal)
    const lines = transcript.split('\n').filter(line => line.length > 40)
    const some = lines.filter((_, at) => at % Math.ceil(lines.length / 30) === 0).map(line => `- ${line.slice(0, 160)}`)
    const text = `## Goal\n${some.slice(0, 6).join('\n')}\n\n## State\n${some.slice(6, 20).join('\n')}\n\n## Next steps\n${some.slice(20).join('\n')}`
    return { type: 'answered', text, finish: 'stop', usage: null }
  },
})

function histogram(waits: readonly number[]): string {
  const bounds = [0, 1_000, 5_000, 15_000, 30_000, 60_000, Number.POSITIVE_INFINITY]
  const rows = bounds.map((bound, at) => {
    const from = at === 0 ? -1 : bounds[at - 1]!
    const count = waits.filter(ms => ms > from && ms <= bound).length
    const name =
      at === 0 ? 'no wait' : bound === Number.POSITIVE_INFINITY ? 'more than 60 s' : `up to ${bound / 1000} s`
    return [name, String(count), '█'.repeat(Math.round((40 * count) / Math.max(1, waits.length)))]
  })
  return table(['wait', 'compactions', ''], rows)
}
