import { randomUUID } from 'node:crypto'
import type { Message } from '../packages/longhand/src/core/message.ts'
import { classic } from '../packages/longhand/src/core/policy.ts'
import { systemClock } from '../packages/longhand/src/engine/clock.ts'
import { createEngine, type Engine, scopeOf } from '../packages/longhand/src/engine/engine.ts'
import { takeOver, watchOver } from '../packages/longhand/src/engine/recovery.ts'
import { type Sent, send } from '../packages/longhand/src/engine/send.ts'
import { localOwner, type Storage, type Store } from '../packages/longhand/src/engine/store.ts'
import { lettersMeter } from '../packages/longhand/src/testing/engine-room.ts'
import { playedBy } from './engine-cast.ts'

/** The process that outlives all others on the same storage, with the leases and the clock of a real one. */
export type Survivor = {
  readonly store: Store
  /** How often its model and its summariser were asked for a conversation. */
  readonly asked: (who: 'model' | 'summariser', conversation: string) => number
  /** Sends as a person would who heard nothing of what they sent, and waits for the answer. */
  readonly send: (conversation: string, id: string, text: string) => Promise<Sent['type']>
  /** Ends the wait for leases, knowing that everyone else is dead, and takes over what is left. */
  readonly inherit: () => Promise<void>
  readonly close: () => Promise<void>
}

export function survivor(storage: Storage): Survivor {
  const calls = new Map<string, number>()
  const asked = (who: string, conversation: string) => calls.get(`${who} ${conversation}`) ?? 0
  const engine = createEngine({
    storage,
    models: playedBy({
      // Its own answers need not be waited for.
      clock: { ...systemClock, sleep: async () => {} },
      asked: (who, conversation) => void calls.set(`${who} ${conversation}`, asked(who, conversation) + 1),
    }),
    meter: lettersMeter,
    clock: systemClock,
    newId: randomUUID,
    worker: 'survivor',
    policy: classic,
    tell: () => {},
  })
  const over = new AbortController()
  const watching = watchOver(engine, over.signal)
  const close = async () => {
    over.abort()
    await watching
    await quiet(engine)
  }
  return {
    store: storage.as(localOwner),
    asked,
    send: (conversation, id, text) => say(engine, conversation, id, text),
    inherit: async () => {
      await close()
      await storage.chores.endLeases()
      await takeOver(engine)
    },
    close,
  }
}

async function say(engine: Engine, conversation: string, id: string, text: string): Promise<Sent['type']> {
  const message: Message = { role: 'user', parts: [{ type: 'text', text }] }
  const sent = await send(scopeOf(engine, localOwner, conversation), { id, message })
  await engine.answering.get(conversation)?.done
  return sent.type
}

/** Waits for the compactions that it makes. */
const quiet = (engine: Engine) => Promise.all([...engine.compacting.values()].map(({ done }) => done))
