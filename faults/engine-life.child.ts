// A process that lives one of the lives until it is killed: `engine-life.child.mjs URL CONVERSATION LIFE`. It says, line
// by line and before anything else happens, what was acknowledged.
import { randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import { textOf } from '../packages/longhand/src/core/message.ts'
import { classic } from '../packages/longhand/src/core/policy.ts'
import { createEngine, scopeOf } from '../packages/longhand/src/engine/engine.ts'
import { systemClock } from '../packages/longhand/src/engine/ports/clock.ts'
import { localOwner, type Storage, type Store } from '../packages/longhand/src/engine/ports/store.ts'
import type { TurnJob } from '../packages/longhand/src/engine/ports/store-turns.ts'
import { requestOf } from '../packages/longhand/src/engine/turn/turn-request.ts'
import { openPostgres } from '../packages/longhand/src/stores/postgres/open.ts'
import { failingModels, failingStorage } from '../packages/longhand/src/testing/failing-ports.ts'
import { armFromEnvironment } from '../packages/longhand/src/testing/failpoint.ts'
import { lettersMeter } from '../packages/longhand/src/testing/test-engine.ts'
import { playedBy } from './engine-cast.ts'
import { lives } from './engine-lives.ts'

const [url = '', conversation = '', name = ''] = process.argv.slice(2)
const say = (word: string, ...rest: readonly string[]) => writeSync(1, `${JSON.stringify([word, ...rest])}\n`)

/** Whoever takes over from others works for their conversations too; here only one of them is watched. */
const sayOf = (one: string, word: string, ...rest: readonly string[]) => {
  if (one === conversation) say(word, ...rest)
}

/** Waits are fifty times shorter here, so that what is done every few seconds happens too. Leases are as long as ever. */
const clock = { ...systemClock, sleep: (ms: number, signal?: AbortSignal) => systemClock.sleep(ms / 50, signal) }

/** Says when a partial answer is saved, a text is kept, and a compaction counts. */
const telling = (store: Store): Store => ({
  ...store,
  turns: {
    ...store.turns,
    save: async (fence, parts, lease) => {
      const beat = await store.turns.save(fence, parts, lease)
      if (beat === 'held' && parts.length > 0)
        sayOf(fence.conversation, 'saved', requestOf(fence as TurnJob).prefix, textOf({ role: 'assistant', parts }))
      return beat
    },
  },
  compactions: {
    ...store.compactions,
    draft: async (fence, draft) => {
      const kept = await store.compactions.draft(fence, draft)
      if (kept) sayOf(fence.conversation, 'written', fence.id)
      return kept
    },
    park: async (fence, draft) => {
      const kept = await store.compactions.park(fence, draft)
      if (kept) sayOf(fence.conversation, 'written', fence.id)
      return kept
    },
    finish: async (fence, entry, receipt) => {
      const finished = await store.compactions.finish(fence, entry, receipt)
      if (finished.type === 'done') sayOf(fence.conversation, 'done', fence.id)
      return finished
    },
  },
})

const opened = await openPostgres(url, { schema: 'trust', listenUrl: null, connections: 2 })
const storage: Storage = { ...opened, as: owner => telling(opened.as(owner)) }
const { live, summaries } = lives[name]!
armFromEnvironment()
const engine = createEngine({
  storage: failingStorage(storage),
  models: failingModels(
    playedBy({ clock, asked: (who, one) => sayOf(one, 'asked', who), ...(summaries && { summaries }) }),
  ),
  meter: lettersMeter,
  clock,
  newId: randomUUID,
  worker: String(process.pid),
  policy: classic,
  onEvent: () => {},
})
const scope = scopeOf(engine, localOwner, conversation)
const store = storage.as(localOwner)
say('ready')
await store.conversations.create({ id: conversation })
await live({ scope, store, tell: say })
await Promise.all([...engine.activeCompactions.values(), ...engine.activeTurns.values()].map(({ done }) => done))
process.exit()
