import { randomUUID } from 'node:crypto'
import { asJson } from '../packages/longhand/src/core/json.ts'
import { type Message, textOf } from '../packages/longhand/src/core/message.ts'
import { plan } from '../packages/longhand/src/core/plan.ts'
import { restore } from '../packages/longhand/src/engine/checkpoints/restore.ts'
import { compactNow } from '../packages/longhand/src/engine/compaction/compact-now.ts'
import { cancelCompaction } from '../packages/longhand/src/engine/compaction/compactor.ts'
import type { CompactionOptions } from '../packages/longhand/src/engine/compaction/job.ts'
import { preview } from '../packages/longhand/src/engine/compaction/preview.ts'
import { protectMessage } from '../packages/longhand/src/engine/compaction/protect-message.ts'
import {
  editSummary,
  redoCompaction,
  undoCompaction,
} from '../packages/longhand/src/engine/compaction/undo-compaction.ts'
import { drain } from '../packages/longhand/src/engine/drain.ts'
import { leaseOf, type Scope } from '../packages/longhand/src/engine/engine.ts'
import type { Store } from '../packages/longhand/src/engine/ports/store.ts'
import { createConversation, readSnapshot } from '../packages/longhand/src/engine/snapshot.ts'
import { retry } from '../packages/longhand/src/engine/turn/answer-again.ts'
import { endAbandoned, recoverOnce } from '../packages/longhand/src/engine/turn/recovery.ts'
import { type SendOptions, send, stopTurn } from '../packages/longhand/src/engine/turn/send.ts'
import type { SendResult } from '../packages/longhand/src/engine/turn/start-turn.ts'
import { type Cast, line, window } from './engine-cast.ts'

/** Something that a process goes through until it is killed, and what must go wrong beside for it. */
export type Life = {
  readonly live: (it: Living) => Promise<void>
  readonly beside?: string
  readonly summaries?: NonNullable<Cast['summaries']>
}

export type Living = {
  readonly scope: Scope
  /** For what the engine does not do itself: nobody dies here. */
  readonly store: Store
  /** Tells what is about to be sent, and that it is stored. */
  readonly tell: (what: 'sending' | 'ack', id: string, text: string) => void
}

/** Between them they pass every failpoint of the engine; a test sees to that. */
export const lives: Readonly<Record<string, Life>> = {
  chat: {
    live: async it => {
      await createConversation(it.scope, {})
      await say(it, 'Hello')
      await say(it, 'Tools small')
      await say(it, 'Slowly')
      await say(it, 'Decide')
      await say(it, 'Keep', { protect: 'protect' })
      await ended(it, await retry(it.scope))
      await protectMessage(it.scope, 1, 'protect').catch(() => null)
      await protectMessage(it.scope, 3, 'protect')
      const id = randomUUID()
      const answering = await begin(it, 'Slowly', { id })
      await begin(it, 'Slowly', { id })
      await stopTurn(it.scope)
      await ended(it, answering)
      const [checkpoint] = await it.store.checkpoints.list(it.scope.conversation)
      await restore(it.scope, checkpoint!.id, 'confirmed')
      await say(it, 'And')
    },
  },
  'compaction ahead of need': {
    live: async it => {
      await fill(it, 0.71)
      await say(it, 'Prepare')
      await settled(it)
      while ((await it.store.conversations.get(it.scope.conversation)).head.compaction === null) await say(it, 'More')
      await undoCompaction(it.scope)
      await redoCompaction(it.scope)
      await editSummary(it.scope, 'In my own words.')
      await say(it, 'And')
    },
  },
  'compaction by hand': {
    live: async it => {
      await fill(it, 0.71)
      await say(it, 'Prepare')
      await settled(it)
      await compact(it, { instructions: 'Keep what was said of the weather.' })
      await compact(it, {})
      await say(it, 'And')
    },
  },
  'summary that waits to be read': {
    live: async it => {
      const { store } = it
      const { conversation } = it.scope
      // Nobody is there to say yes to the survivor, so all of it fits, also the window that another life has found.
      await store.conversations.update(conversation, { settings: { policy: { automatic: 'ask', prepare: 0.4 } } })
      await fill(it, 0.45)
      await say(it, 'Prepare')
      await settled(it)
      await preview(it.scope, { by: 'force', trigger: 'person' }, new AbortController().signal)
      await cancelCompaction(it.scope)
      await say(it, 'Refused')
      await compact(it, {})
      await say(it, 'And')
    },
  },
  'compaction that gains nothing': {
    live: async it => {
      await fill(it, 0.5)
      const { status } = await readSnapshot(it.scope)
      await compact(it, { text: 'As it was. '.repeat(status.used / 12) })
    },
  },
  'summariser that is slow and fails': {
    summaries: { ms: 40_000, outcome: 'trouble' },
    live: async it => {
      await fill(it, 0.5)
      await compact(it, {})
    },
  },
  'compaction by another process': {
    live: async it => {
      await fill(it, 0.5)
      await claimedByOther(it)
      await compact(it, {})
    },
  },
  'shutdown in mid-compaction': {
    summaries: { ms: 40_000, outcome: 'text' },
    live: async it => {
      await fill(it, 0.5)
      await compactNow(it.scope, { by: 'force', trigger: 'person' })
      await drain(it.scope.engine)
    },
  },
  'provider that cannot hold it': {
    live: async it => {
      await fill(it, 0.5)
      await say(it, 'Overflow')
      await say(it, 'Tools large')
    },
  },
  'storage that fails': {
    beside: 'turns.start:before=throw@1; entries.branch:before=throw@3',
    live: async it => {
      const id = randomUUID()
      await say(it, 'Lost', { id }).catch(() => null)
      await say(it, 'Lost', { id })
      await say(it, 'Failed')
      await say(it, 'And')
    },
  },
  'writer that was taken for dead': {
    live: async it => {
      await say(it, 'Hello')
      // Long enough for the other process to find it, also on a machine that is busy.
      const answering = await begin(it, 'Patiently')
      await takenByOther(it)
      await ended(it, answering)
      await say(it, 'And')
    },
  },
  'compaction that has killed two': {
    live: async it => {
      await fill(it, 0.5)
      await request(it)
      for (const worker of ['first', 'second']) await claimedByDead(it, worker)
      await recoverOnce(it.scope.engine)
      await say(it, 'And')
    },
  },
  'heir of the dead': {
    live: async it => {
      await fill(it, 0.5)
      await leaveBehind(it)
      await recoverOnce(it.scope.engine)
      await say(it, 'And')
    },
  },
}

/** Says something and waits for the whole answer. */
async function say(it: Living, word: string, options: Partial<SendOptions> = {}): Promise<void> {
  await ended(it, await begin(it, word, options))
}

async function begin({ scope, tell }: Living, word: string, options: Partial<SendOptions> = {}): Promise<SendResult> {
  const id = options.id ?? randomUUID()
  const text = line(word, scope.conversation, id)
  const message: Message = { role: 'user', parts: [{ type: 'text', text }] }
  tell('sending', id, text)
  const sent = await send(scope, { ...options, id, message })
  tell('ack', id, text)
  return sent
}

async function ended({ scope }: Living, sent: SendResult): Promise<void> {
  if (sent.type === 'answering') await scope.engine.activeTurns.get(scope.conversation)?.done
}

/** Writes messages until the window is that full. */
async function fill({ scope, store, tell }: Living, share: number): Promise<void> {
  const { count } = scope.engine.meter
  const said = (at: number): Message => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    parts: [{ type: 'text', text: line('Day', scope.conversation, `${at}`) }],
  })
  const many = Math.ceil((share * window) / count(said(0)))
  const entries = Array.from({ length: many }, (_, at) => newEntry(scope, said(at)))
  await store.entries.append(scope.conversation, entries)
  for (const { id, message } of entries) tell('ack', id, textOf(message))
}

const newEntry = ({ engine }: Scope, message: Message) =>
  ({ type: 'message', id: randomUUID(), message, count: engine.meter.count(message) }) as const

async function compact(it: Living, wishes: Partial<CompactionOptions>): Promise<void> {
  const started = await compactNow(it.scope, { by: 'force', trigger: 'person', ...wishes })
  if (started.type === 'running') await started.done
  await settled(it)
}

/** Waits for the compaction that runs in the background. */
async function settled({ scope }: Living): Promise<void> {
  await scope.engine.activeCompactions.get(scope.conversation)?.done
}

/** Another worker has the job, and gives it up after a while. */
async function claimedByOther(it: Living): Promise<void> {
  const { store } = it
  const { conversation, engine } = it.scope
  await request(it)
  const job = await store.compactions.claim(conversation, { ...leaseOf(engine), worker: `${engine.worker} beside` })
  // The survivor may have been quicker; then it is the other.
  if (job !== null) setTimeout(() => void store.compactions.end(job, 'failed', 'It was too much.'), 600)
}

/** Another process finds the running answer with a lease that has run out, and ends it. */
async function takenByOther({ scope, store }: Living): Promise<void> {
  const { conversation, engine } = scope
  const other = { ...engine, worker: `${engine.worker} beside`, activeTurns: new Map() }
  const running = await store.turns.latest(conversation)
  await store.turns.beat(running!, { ...leaseOf(other), ms: -1 })
  const start = await store.turns.start(conversation, { id: randomUUID() }, leaseOf(other))
  // The survivor may have been quicker, or the writer; then nobody is taken for dead.
  if (start.type === 'abandoned') await endAbandoned({ ...scope, engine: other }, start.turn)
  if (start.type === 'started') await store.turns.finish(start.turn, 'done')
}

async function claimedByDead({ scope, store }: Living, worker: string): Promise<void> {
  await store.compactions.claim(scope.conversation, { worker: `${scope.engine.worker} ${worker}`, ms: 1 })
  await scope.engine.clock.sleep(500)
}

/** An answer in its middle and a compaction at its beginning, by a worker that went silent. */
async function leaveBehind(it: Living): Promise<void> {
  const { store } = it
  const { conversation, engine } = it.scope
  const dead = { worker: `${engine.worker} before`, ms: 1 }
  const text = line('Left', conversation, 'behind')
  const asked = newEntry(it.scope, { role: 'user', parts: [{ type: 'text', text }] })
  const start = await store.turns.start(conversation, { id: asked.id }, dead)
  await store.entries.append(conversation, [asked])
  it.tell('ack', asked.id, text)
  await store.turns.save(start.turn, [{ type: 'text', text: 'As far as it was' }], dead)
  await request(it)
  await store.compactions.claim(conversation, dead)
  await engine.clock.sleep(500)
}

/** Asks for a compaction as the engine would. */
async function request({ scope, store }: Living): Promise<void> {
  const { branch, policy, status, conversation } = await readSnapshot(scope)
  const options = { by: 'force', trigger: 'person' } as const
  const decision = plan(branch, policy, { by: 'force', status })
  if (decision.type === 'rest') throw new Error(`There is nothing to compact: ${decision.reason}.`)
  await store.compactions.request(scope.conversation, {
    id: randomUUID(),
    base: { place: conversation.head, compaction: null, epoch: conversation.epoch },
    span: decision.planned[0]!.span,
    plan: asJson({ decision, options, keeping: 0 }),
  })
}
