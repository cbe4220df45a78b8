import { setTimeout as pause } from 'node:timers/promises'
import type { Policy } from 'longhand'
import { type Clock, localOwner, type Storage } from 'longhand/internal/engine'
import { type Behaviour, type FakeProvider, type FakeRequest, startFakeProvider } from 'longhand/internal/testing'
import { meter } from 'longhand/internal/tokens'
import { openMemory } from 'longhand/memory'
import type { Log } from '../../telemetry/log.ts'
import { type Started, start } from '../start.ts'
import { noted, summarised, usage } from './bakery.ts'
import { chat, smallAnthropic } from './small-anthropic.ts'

/** A server, and a provider on loopback whose parts can be played by anyone. */
export type Stage = {
  readonly server: Started
  readonly api: Started['api']
  readonly fake: FakeProvider
  /** How the chat's model and the summariser behave from now on. */
  readonly cast: { chat: Behaviour; summary: Behaviour }
  /** Requests of the chat and of the summariser, as they came over the wire. */
  readonly chats: () => readonly FakeRequest[]
  readonly summaries: () => readonly FakeRequest[]
  /** Another process on the same storage. */
  readonly second: () => Promise<Started>
  /** Lets time pass, as far as the storage can tell. */
  readonly wait: (ms: number) => void
  /** Waits until a summary lies ready for the threshold. */
  readonly prepared: (id: string) => Promise<void>
  readonly close: () => Promise<void>
}

export type StageOptions = {
  /** What the person says that the chat's model can hold, and what it really holds. */
  readonly window?: number
  readonly really?: number
  readonly policy?: Partial<Policy>
  readonly storage?: Storage
  readonly summaryModel?: string
  readonly cast?: Partial<Stage['cast']>
  readonly log?: Log
  readonly clock?: Clock
}

export async function openStage({ window = 4_000, policy = {}, ...options }: StageOptions = {}): Promise<Stage> {
  let passed = 0
  const storage = options.storage ?? openMemory({ now: () => Date.now() + passed })
  const cast = { chat: noted, summary: summarised, ...options.cast }
  const behaviour = (request: FakeRequest) => (isChat(request) ? cast.chat : cast.summary)(request)
  const fake = await startFakeProvider({
    behaviour,
    usage,
    ...(options.really === undefined ? {} : { window: options.really }),
  })
  const parts = {
    models: smallAnthropic({ baseURL: fake.baseURL, window, summaryModel: options.summaryModel ?? 'auto' }),
    meter,
    policy,
    ...(options.log && { log: options.log }),
    ...(options.clock && { clock: options.clock }),
  }
  const server = await start({ storage, ...parts })
  const asked = () => fake.calls.map(({ request }) => request)
  return {
    server,
    api: server.api,
    fake,
    cast,
    chats: () => asked().filter(isChat),
    summaries: () => asked().filter(request => !isChat(request)),
    second: () => start({ storage: { ...storage, close: async () => {} }, ...parts }),
    wait: ms => {
      passed += ms
    },
    prepared: async id => {
      const { compactions } = storage.as(localOwner)
      await until(async () => (await compactions.list(id, { limit: 1 }))[0]?.status === 'ready')
    },
    close: async () => {
      await server.close()
      await fake.close()
    },
  }
}

const isChat = ({ model }: FakeRequest): boolean => model === chat

/** Waits until something holds, and says so when it never does. */
export async function until(holds: () => Promise<boolean> | boolean, ms = 15_000): Promise<void> {
  for (const late = Date.now() + ms; !(await holds()); await pause(15)) {
    if (Date.now() > late) throw new Error(`Not within ${ms} ms: ${holds}`)
  }
}
