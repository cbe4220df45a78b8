import { assistant, LonghandError, type Message } from 'longhand'
import type { Generate, Store } from 'longhand/internal/engine'
import { behave } from 'longhand/internal/testing'
import { openMemory } from 'longhand/memory'
import { expect, onTestFinished, test, vi } from 'vitest'
import { chunksOf } from '../testing/chunks.ts'
import { ask } from '../testing/fill.ts'
import { readSamples } from '../testing/promtool.ts'
import { fakeKey } from '../testing/scenarios/small-anthropic.ts'
import { openStage, until } from '../testing/scenarios/stage.ts'
import { openTalk } from '../testing/scenarios/talk.ts'
import { type Started, start } from '../testing/start.ts'
import type { Line } from './log.ts'

/** Plays the steps one after the other, and says that all is fine when there are none left. */
function playing(steps: (readonly Message[])[]): Generate {
  return async function* () {
    const messages = steps.shift() ?? [assistant('Fine.')]
    const finish = messages.some(({ role }) => role === 'tool') ? 'tool-calls' : 'stop'
    yield { type: 'end', messages, finish, usage: null }
  }
}

const step = (name: string, outcome: 'ok' | 'error' = 'ok'): readonly Message[] => {
  const callId = crypto.randomUUID()
  return [
    { role: 'assistant', parts: [{ type: 'tool-call', callId, name, input: { path: 'src/a.ts' } }] },
    { role: 'tool', parts: [{ type: 'tool-result', callId, name, outcome, output: '…' }] },
  ]
}

async function counted(server: Started): Promise<Readonly<Record<string, number>>> {
  const samples = readSamples(await (await ask(server, 'GET', '/metrics')).text())
  const found = samples.filter(({ name, value }) => name === 'longhand_checkpoints_total' && value > 0)
  return Object.fromEntries(found.map(({ labels, value }) => [`${labels.kind} ${labels.outcome}`, value]))
}

async function begin(steps: (readonly Message[])[] = [], storage = openMemory()) {
  const lines: Line[] = []
  const server = await start({ speak: playing(steps), storage, log: line => void lines.push(line) })
  onTestFinished(() => server.close())
  const { id } = await server.api.create()
  let sent = 0
  const say = async (text: string) =>
    void (await chunksOf(await server.api.send(id, { clientId: `m${++sent}`, text }, {})))
  return { server, api: server.api, id, say, lines }
}

const withoutCheckpoints = (store: Store): Store => ({
  ...store,
  checkpoints: {
    ...store.checkpoints,
    create: async () => {
      throw new LonghandError('unreachable', 'The database does not answer.')
    },
  },
})

const written = 'It was agreed in src/prices.ts that bread is 3.20 euros. '.repeat(20)

test.each<readonly [string, (readonly Message[])[], string]>([
  ['code', [step('write_file'), [assistant('Written.')]], 'Write the login.'],
  ['decision', [[assistant('Noted.')]], 'We decided on Postgres.'],
  ['fix', [step('run', 'error'), step('run'), [assistant('The tests pass now. That fixed it.')]], 'Run the tests.'],
])('E1 a checkpoint for a landmark is counted by its cause: %s', async (cause, steps, text) => {
  const { server, say, lines, id } = await begin(steps)
  await say(text)
  await until(async () => Object.keys(await counted(server)).length > 0)
  expect(await counted(server)).toEqual({ [`${cause} saved`]: 1 })
  expect(lines).toContainEqual(
    expect.objectContaining({ event: 'checkpoint', kind: cause, outcome: 'saved', reason: null, conversation: id }),
  )
})

test('E1 checkpoints by hand, before a compaction, and before whatever moves the head, are counted when they are saved', async () => {
  const { server, api, id, say } = await begin()
  for (let turn = 0; turn < 8; turn++) await say(`${turn}. ${written}`)
  expect(await counted(server)).toEqual({})
  const saved = await api.saveCheckpoint(id, 'Here')
  await api.command(id, '/save-progress there')
  expect(await counted(server)).toEqual({ 'manual saved': 2 })
  await api.compact(id, { force: true })
  const manual = { 'manual saved': 2, 'before-compaction saved': 1 }
  expect(await counted(server)).toEqual(manual)
  const moves: readonly (() => Promise<unknown>)[] = [
    () => api.undo(id),
    () => api.restore(id, saved.id, true),
    () => api.command(id, `/restore ${saved.id}`),
    () => api.fork(id),
    () => api.command(id, '/fork'),
    () => api.switchBranch(id, '1', 4),
    async () => chunksOf(await api.retry(id, {})),
  ]
  for (const [at, move] of moves.entries()) {
    await move()
    expect(await counted(server)).toEqual({ ...manual, 'before-restore saved': at + 1 })
  }
  await api.redo(id).catch(() => null)
  const kept = (await api.checkpoints(id)).map(({ kind }) => `${kind} saved`)
  const tally = Object.fromEntries([...Map.groupBy(kept, kind => kind)].map(([kind, all]) => [kind, all.length]))
  expect(await counted(server)).toEqual(tally)
})

test('E1, E2 a checkpoint that cannot be saved is counted, and logged with its cause and without its label', async () => {
  const storage = openMemory()
  const { server, api, id, lines } = await begin([], { ...storage, as: owner => withoutCheckpoints(storage.as(owner)) })
  await expect(api.saveCheckpoint(id, 'my diary')).rejects.toThrow()
  expect(await counted(server)).toEqual({ 'manual failed': 1 })
  const line = lines.find(({ event }) => event === 'checkpoint')
  expect(line).toMatchObject({ level: 'error', kind: 'manual', outcome: 'failed', reason: 'unreachable' })
  expect(JSON.stringify(lines)).not.toContain('diary')
})

test('E2 a refused key is logged as the cause of the step and the compaction that it ended, without the key', async () => {
  const lines: Line[] = []
  const stage = await openStage({ log: line => void lines.push(line), policy: { prepare: 1 } })
  onTestFinished(() => stage.close())
  const talk = await openTalk(stage, 26)
  const { chat } = stage.cast
  Object.assign(stage.cast, { summary: behave('leaky-error'), chat: behave('leaky-error') })
  await talk.say()
  expect(lines).toContainEqual(
    expect.objectContaining({ event: 'step', level: 'warn', outcome: 'failed', reason: 'refused-key' }),
  )
  stage.cast.chat = chat
  const failed = { event: 'compaction', level: 'error', phase: 'failed', reason: 'refused-key' }
  await talk.fill(0.82)
  await vi.waitFor(() => expect(lines).toContainEqual(expect.objectContaining(failed)), { timeout: 10_000 })
  // By hand the originals' own words count, and the cause is a warning.
  await stage.api.compact(talk.id, { force: true })
  const warned = { event: 'compaction', level: 'warn', phase: 'completed', warnings: 'summariser-key' }
  expect(lines).toContainEqual(expect.objectContaining(warned))
  expect(JSON.stringify(lines)).not.toContain(fakeKey)
})
