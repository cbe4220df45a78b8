import { chunksOf } from '../apps/server/src/testing/chunks.ts'
import { until } from '../apps/server/src/testing/scenarios/stage.ts'
import { failuresIn } from '../apps/server/src/testing/scenarios/talk.ts'
import { type Started, start } from '../apps/server/src/testing/start.ts'
import { type ErrorCode, LonghandError } from '../packages/longhand/src/core/errors.ts'
import { assistant, type Message, textOf } from '../packages/longhand/src/core/message.ts'
import type { Receipt } from '../packages/longhand/src/core/receipt.ts'
import { view } from '../packages/longhand/src/core/view.ts'
import type { Generate } from '../packages/longhand/src/engine/ports/chat-model.ts'
import { localOwner } from '../packages/longhand/src/engine/ports/store.ts'
import type { Summariser } from '../packages/longhand/src/engine/ports/summariser.ts'
import { meter } from '../packages/longhand/src/tokens/meter.ts'
import { modelFacts, windowOf } from '../packages/longhand/src/tokens/models.ts'
import { toLonghand } from '../packages/longhand/src/wire/longhand.ts'
import { chatModel, type Door, type DoorTurn, reply, type Setting, summaryModel, summaryUsage } from './door.ts'

/** Someone who talks to a server over HTTP. */
export async function openServer(setting: Setting): Promise<Door> {
  const { server, script, read } = await serve(setting)
  const { api } = server
  let id = ''
  let said = 0
  const { compactions } = setting.store.as(localOwner)
  const newest = async () => (await compactions.list(id, { limit: 1 }))[0]
  const load = async (messages: readonly Message[]) => {
    const { conversation } = await api.import(JSON.stringify(toLonghand(messages)), 'transcript')
    id = conversation!
  }
  const compact = async () => {
    await api.compact(id, { force: true })
    const { branch } = await setting.store.as(localOwner).entries.branch(id)
    return view(branch).map(({ message }) => message)
  }
  return {
    ask: async (messages, turn = {}) => {
      if (id === '') await load(messages.slice(0, -1))
      script(turn)
      const chunks = await chunksOf(await api.send(id, { clientId: `m${++said}`, text: textOf(messages.at(-1)!) }, {}))
      const [failure] = failuresIn(chunks)
      if (failure !== undefined) throw new LonghandError(failure.code as ErrorCode, failure.sentence)
      return read()
    },
    compact: async messages => {
      if (id === '') await load(messages)
      return compact()
    },
    compactProtecting: async (messages, number) => {
      await load(messages)
      await api.protect(id, number, 'protect')
      return compact()
    },
    undo: async () => void (await api.undo(id)),
    redo: async () => void (await api.redo(id)),
    edit: async text => void (await api.editSummary(id, text)),
    receipt: async () => ((await newest())?.receipt ?? null) as Receipt | null,
    status: () => api.status(id),
    prepared: () => until(async () => (await newest())?.status === 'ready'),
    close: () => server.close(),
  }
}

/** A client that keeps its history itself and asks a server what to send. */
export async function openStateless(setting: Setting): Promise<Door> {
  const { server } = await serve(setting)
  let last: Fitted | null = null
  const fitted = async (messages: readonly Message[], more: object = {}) => {
    const response = await fetch(`${server.url}/api/stateless`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ messages, compactionState: last?.compactionState ?? null, ...more }),
    })
    const body = (await response.json()) as Fitted & { readonly code: ErrorCode; readonly sentence: string }
    if (!response.ok) throw new LonghandError(body.code, body.sentence)
    last = body
    return body.messages
  }
  return {
    ask: messages => fitted(messages),
    compact: messages => fitted(messages, { force: true }),
    compactProtecting: (messages, number) => fitted(messages, { force: true, protected: [number] }),
    undo: null,
    redo: null,
    edit: null,
    receipt: async () => last?.compacted ?? null,
    status: null,
    prepared: null,
    close: () => server.close(),
  }
}

type Fitted = {
  readonly messages: readonly Message[]
  readonly compactionState: object | null
  readonly compacted: Pick<Receipt, 'before' | 'after' | 'retention'> | null
}

/** A server whose model and summariser do what the test says. */
async function serve({ window, policy, store, summarise }: Setting) {
  let turn: DoorTurn = {}
  let refusals = 0
  let read: readonly Message[] = []
  const generate: Generate = async function* ({ messages }) {
    read = messages
    if (refusals-- > 0) return yield { type: 'failed', failure: { type: 'overflow', used: null, limit: null } }
    yield { type: 'end', messages: [assistant(reply)], finish: 'stop', usage: turn.usage ?? null }
  }
  const summariser: Summariser | null = summarise && {
    model: summaryModel,
    window: modelFacts(summaryModel).window,
    summarise: async () => ({ type: 'answered', text: await summarise(), finish: 'stop', usage: summaryUsage }),
  }
  const room = windowOf(modelFacts(chatModel, { [chatModel]: { window } }))
  const server: Started = await start({
    storage: store,
    meter,
    policy,
    models: () => ({
      defaultModel: chatModel,
      rows: [],
      find: name => ({ name, generate, room, instructions: null, tools: 0, cacheMs: 600_000 }),
      summariser: () => summariser,
      prices: name => modelFacts(name).prices,
      withoutTools: () => null,
      summariserFrom: () => null,
      toolsOf: () => [],
      has: () => true,
      check: () => {},
    }),
  })
  const script = (next: DoorTurn) => {
    turn = next
    refusals = next.refusals ?? 0
  }
  return { server, script, read: () => read }
}
