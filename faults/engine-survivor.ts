import { randomUUID } from 'node:crypto'
import type { Message } from '../packages/longhand/src/core/message.ts'
import { classic } from '../packages/longhand/src/core/policy.ts'
import { createEngine, type Engine, scopeOf } from '../packages/longhand/src/engine/engine.ts'
import { systemClock } from '../packages/longhand/src/engine/ports/clock.ts'
import { localOwner, type Storage, type Store } from '../packages/longhand/src/engine/ports/store.ts'
import { recoverOnce, runRecovery } from '../packages/longhand/src/engine/turn/recovery.ts'
import { send } from '../packages/longhand/src/engine/turn/send.ts'
import type { SendResult } from '../packages/longhand/src/engine/turn/start-turn.ts'
import { lettersMeter } from '../packages/longhand/src/testing/test-engine.ts'
import { playedBy } from './engine-cast.ts'
import type { Death } from './engine-kill.ts'

/** The process that outlives all others on the same storage, with the leases and the clock of a real one. */
export type Survivor = {
  readonly store: Store
  /** How often its model and its summariser were asked for a conversation. */
  readonly asked: (who: 'model' | 'summariser', conversation: string) => number
  /** Sends as a person would, and waits for the answer. */
  readonly send: (conversation: string, id: string, text: string) => Promise<SendResult['type']>
  /** Sends again, under the same id, what someone sent last to a process that died, as their client does. */
  readonly resend: (death: Death) => Promise<Resent>
  /** Ends the wait for leases, knowing that everyone else is dead, and takes over what is left while clients send again. */
  readonly inherit: (clients: () => readonly Promise<unknown>[]) => Promise<void>
  readonly close: () => Promise<void>
}

/** What a client was told that sent again, and how often the model was asked because of it. */
export type Resent = { readonly id: string; readonly text: string; readonly told: Told; readonly asked: number } | null

/** Whoever is told `answering` or `repeated` gets a 200 and takes the message for stored. */
export type Told = SendResult['type'] | 'refused'

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
    onEvent: () => {},
  })
  const over = new AbortController()
  const watching = runRecovery(engine, over.signal)
  const close = async () => {
    over.abort()
    await watching
    await quiet(engine)
  }
  return {
    store: storage.as(localOwner),
    asked,
    send: (conversation, id, text) => say(engine, conversation, id, text),
    resend: async ({ conversation, said }) => {
      const [, id, text] = said.findLast(([word]) => word === 'sending') ?? []
      if (id === undefined || text === undefined) return null
      const before = asked('model', conversation)
      const told = await say(engine, conversation, id, text).catch(() => 'refused' as const)
      return { id, text, told, asked: asked('model', conversation) - before }
    },
    inherit: async clients => {
      await close()
      await storage.maintenance.endLeases()
      await Promise.all([recoverOnce(engine), ...clients()])
    },
    close,
  }
}

async function say(engine: Engine, conversation: string, id: string, text: string): Promise<SendResult['type']> {
  const message: Message = { role: 'user', parts: [{ type: 'text', text }] }
  const sent = await send(scopeOf(engine, localOwner, conversation), { id, message })
  await engine.activeTurns.get(conversation)?.done
  return sent.type
}

/** Waits for the compactions that it makes. */
const quiet = (engine: Engine) => Promise.all([...engine.activeCompactions.values()].map(({ done }) => done))
