import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { fakeAnthropic } from '../testing/anthropic.ts'
import { chunksOf } from '../testing/chunks.ts'
import { ask } from '../testing/fill.ts'
import { promtoolFaults, readSamples, type Sample } from '../testing/promtool.ts'
import { type Started, start } from '../testing/start.ts'
import { asProgram, testContext } from '../testing/test-context.ts'

let server: Started
let anthropic: Awaited<ReturnType<typeof fakeAnthropic>>
let id: string
beforeAll(async () => {
  anthropic = await fakeAnthropic(4_000)
  server = await start(anthropic)
  id = (await server.api.create()).id
  for (let at = 1; at <= 18; at++) {
    const text = `Item ${at}: the price in src/prices/item-${at}.ts is ${at}.50 euros. ${'It was agreed. '.repeat(12)}`
    await chunksOf(await server.api.send(id, { clientId: `m${at}`, text }, {}))
  }
  await server.api.compact(id, { force: true })
  while ((await server.api.receipts(id)).length === 0) await new Promise(resolve => setTimeout(resolve, 20))
  await ask(server, 'POST', `/api/conversations/${id}/checkpoints`, { label: 'Here' })
})
afterAll(async () => {
  await server.close()
  await anthropic.fake.close()
})

const read = async (from = server): Promise<string> => (await ask(from, 'GET', '/metrics')).text()

const sum = (samples: readonly Sample[], name: string, labels: Readonly<Record<string, string>> = {}): number =>
  samples
    .filter(one => one.name === name && Object.entries(labels).every(([key, word]) => one.labels[key] === word))
    .reduce((total, { value }) => total + value, 0)

test('E1 Prometheus reads what the server counts', async () => {
  const text = await read()
  const faults = promtoolFaults(text)
  if (faults === null) console.warn('! NO promtool HERE: /metrics was read by our own parser alone.')
  expect(faults ?? '').toBe('')
  expect(readSamples(text).length).toBeGreaterThan(100)
})

test('E1 turns, steps, tokens, money, compactions, gates and checkpoints are counted as they were', async () => {
  const samples = readSamples(await read())
  const receipts = await server.api.receipts(id)
  const calls = anthropic.chats().length
  expect(sum(samples, 'longhand_turns_total', { outcome: 'done' })).toBe(18)
  expect(sum(samples, 'longhand_steps_total', { model: 'anthropic/claude-sonnet-4-5', outcome: 'stop' })).toBe(calls)
  const chat = anthropic.fake.spent(({ model }) => model === 'claude-sonnet-4-5')
  expect(sum(samples, 'longhand_tokens_total', { kind: 'input' })).toBe(chat.input)
  expect(sum(samples, 'longhand_tokens_total', { kind: 'output' })).toBe(chat.output)
  expect(sum(samples, 'longhand_cost_dollars_total', { for: 'chat' })).toBeCloseTo(
    (chat.input * 3 + chat.output * 15) / 1e6,
  )
  expect(receipts.length).toBeGreaterThan(0)
  expect(sum(samples, 'longhand_compactions_total', { outcome: 'completed' })).toBe(receipts.length)
  expect(sum(samples, 'longhand_compaction_retention_ratio_sum')).toBeCloseTo(
    receipts.reduce((total, { retention }) => total + retention, 0),
  )
  expect(sum(samples, 'longhand_gates_total')).toBeGreaterThan(0)
  expect(sum(samples, 'longhand_checkpoints_total', { kind: 'manual', outcome: 'saved' })).toBe(1)
  expect(sum(samples, 'longhand_storage_owners')).toBe(1)
  expect(sum(samples, 'longhand_storage_bytes')).toBeGreaterThan(10_000)
})

test('E1 the event loop, the feeds and what runs are looked at when someone asks', async () => {
  const leave = new AbortController()
  const headers = { authorization: `Bearer ${server.token}` }
  const feed = await fetch(`${server.url}/api/live`, { headers, signal: leave.signal })
  expect(feed.status).toBe(200)
  await read()
  await new Promise(resolve => setTimeout(resolve, 50))
  const until = performance.now() + 150
  while (performance.now() < until);
  await new Promise(resolve => setTimeout(resolve, 30))
  const samples = readSamples(await read())
  expect(sum(samples, 'longhand_live_feeds')).toBe(1)
  expect(sum(samples, 'longhand_event_loop_delay_max_seconds')).toBeGreaterThan(0.1)
  leave.abort()
})

test('E1 names that people make up are no labels: 10,000 models, routes and methods add no series', async () => {
  const context = testContext()
  const app = createApp(context)
  const asked = async (at: number) => {
    const word = `${Math.random().toString(36).slice(2)}-${at}`
    const paths = [`/${word}/${word}?${word}`, `/api/${word}`, `/api/conversations/${word}/entries?${word}=1`]
    await app.request(paths[at % 3]!, asProgram(at % 4 === 0 ? 'PUT' : 'GET'))
    const about = { owner: 'ann', conversation: word }
    context.engine.onEvent({
      type: 'step',
      model: `made/${word}`,
      outcome: 'stop',
      usage: null,
      ms: 1,
      turn: word,
      reason: word,
      ...about,
    })
    context.engine.onEvent({ type: 'checkpoint', kind: word, outcome: 'saved', reason: null, ...about })
    context.engine.onEvent({ type: 'preparation', id: word, outcome: 'failed', reason: word, ...about })
  }
  const series = async () => readSamples(await context.gauges.text()).map(({ name, labels }) => [name, labels])
  for (let at = 0; at < 12; at++) await asked(at)
  const before = await series()
  for (let at = 12; at < 10_000; at++) await asked(at)
  expect(await series()).toEqual(before)
  context.gauges.close()
})

test('E1 only who runs the server reads them', async () => {
  expect((await fetch(`${server.url}/metrics`)).status).toBe(401)
  expect((await fetch(`${server.url}/metrics`, { headers: { authorization: 'Bearer wrong' } })).status).toBe(401)
})

test('E1 every metric on the dashboard exists, and every metric that matters is on it', async () => {
  const dashboard = readFileSync(new URL('../../../../docs/grafana-dashboard.json', import.meta.url), 'utf8')
  const { panels } = JSON.parse(dashboard) as { panels: readonly { targets?: readonly { expr: string }[] }[] }
  const shown = panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => expr.match(/longhand_\w+/g) ?? []))
  const counted = new Set(readSamples(await read()).map(({ name }) => name))
  const announced = [...(await read()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!)
  const known = new Set([...counted, ...announced])
  expect(shown.length).toBeGreaterThan(20)
  expect(shown.filter(name => !known.has(name))).toEqual([])
  const stems = new Set(shown.map(name => name.replace(/_(bucket|sum|count)$/, '')))
  expect(announced.filter(name => !stems.has(name) && !quiet.includes(name))).toEqual([])
})

/** Good to have when one looks for something, and no picture. */
const quiet = ['longhand_start_time_seconds', 'longhand_event_loop_delay_median_seconds']
