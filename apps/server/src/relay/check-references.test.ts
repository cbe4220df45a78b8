import type { Storage } from 'longhand/internal/engine'
import { answer, type FakeProvider, startFakeProvider } from 'longhand/internal/testing'
import { openMemory } from 'longhand/memory'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Upstream } from '../models/upstreams.ts'
import { type Issuer, startIssuer } from '../testing/issuer.ts'
import type { Sdk } from '../testing/sdk-clients/sdk-client.ts'
import { type Started, start } from '../testing/start.ts'

let fake: FakeProvider
let issuer: Issuer
let server: Started
let storage: Storage
beforeEach(async () => {
  fake = await startFakeProvider({ behaviour: () => answer('The secret is heron.') })
  issuer = await startIssuer()
  storage = openMemory()
  server = await startServer()
})
afterEach(async () => {
  await server.close()
  await issuer.close()
  await fake.close()
})

/** Another process on the same storage, which shares nothing else. */
const startServer = (): Promise<Started> => {
  const at = { baseURL: fake.baseURL, key: 'server-key', hosted: true }
  const upstreams: readonly Upstream[] = [{ ...at, name: 'openai', protocols: ['openai-responses'] }]
  return start({ storage, upstreams, auth: issuer.auth })
}

/** Asks as somebody, with the server's keys or with their own beside their token. */
async function ask(who: string, fields: object | string, ownKey: string | null = null, through = server) {
  const token = await issuer.sign({ sub: who })
  const keys =
    ownKey === null
      ? { authorization: `Bearer ${token}` }
      : { authorization: `Bearer ${ownKey}`, 'longhand-token': token }
  const answered = await fetch(`${through.url}/v1/responses`, {
    method: 'POST',
    headers: { ...keys, 'content-type': 'application/json' },
    body: typeof fields === 'string' ? fields : JSON.stringify({ model: 'gpt-5-mini', ...fields }),
  })
  return { status: answered.status, body: (await answered.json()) as Sdk }
}

test('H4.12 nobody goes on from what another owner was answered with the server’s keys; its own owner does', async () => {
  const { body: first } = await ask('ann', { input: 'Remember heron.' })
  const { body: second } = await ask('ann', { input: 'And?', previous_response_id: first.id })
  const asked = fake.calls.length
  const item = { type: 'item_reference', id: 'msg_of_ann' }
  const odd = 7
  const foreign = [
    { input: 'What is it?', previous_response_id: first.id },
    { input: 'What is it?', previous_response_id: second.id },
    { previous_response_id: second.id },
    { input: 'What is it?', conversation: 'conv_of_ann' },
    { conversation: { id: 'conv_of_ann' } },
    { input: 'What is it?', background: true, previous_response_id: second.id },
    { input: [item], background: true },
    { input: [odd, 'x'.repeat(1_100_000)] },
    { input: [{ role: 'user', content: 'What is it?' }, item] },
    { input: [odd, item] },
    { input: [odd, { id: 'msg_of_ann' }] },
    `{"model":"gpt-5-mini","input":[{"type":"nobody_knows_this"}],"previous\\u005fresponse_id":"${second.id}"}`,
  ]
  for (const fields of foreign) {
    const { status, body } = await ask('bob', fields)
    expect([status, body.error?.message]).toEqual([
      400,
      expect.stringMatching(/Send the (whole conversation|content itself), or your own key/),
    ])
  }
  expect(fake.calls).toHaveLength(asked)
  for (const more of [{ background: true }, { input: [{ role: 'user', content: 'So?' }, odd] }])
    expect(await ask('ann', { input: 'Again?', previous_response_id: second.id, ...more })).not.toMatchObject({
      body: { error: { message: expect.stringContaining('Send the whole') } },
    })
  expect(await ask('ann', { input: 'Again?', previous_response_id: second.id })).toMatchObject({ status: 200 })
  expect(await ask('bob', { input: 'Hello.' })).toMatchObject({ status: 200 })
})

test('H4.12, H4.21 what a client’s own key may go on from is its provider’s to say', async () => {
  const { status } = await ask('bob', { input: 'More.', previous_response_id: 'resp_elsewhere' }, 'sk-of-bob')
  expect(fake.calls.at(-1)!.request.key).toBe('sk-of-bob')
  expect(status).not.toBe(401)
  expect(fake.calls.at(-1)!.request.body).toMatchObject({ previous_response_id: 'resp_elsewhere' })
})

test('H4.12, D4 what one process has answered, its owner goes on from at another, and nobody else does', async () => {
  const there = await startServer()
  try {
    const elsewhere = (who: string, fields: object) => ask(who, fields, null, there)
    fake.script(() =>
      answer([
        { type: 'reasoning', text: 'A bird.' },
        { type: 'text', text: 'The secret is heron.' },
      ]),
    )
    const { body: first } = await ask('ann', { input: 'Remember heron.' })
    const items: readonly Sdk[] = first.output.map(({ id }: Sdk) => ({ type: 'item_reference', id }))
    expect(items).not.toEqual([])
    const naming = [
      { input: 'And?', previous_response_id: first.id },
      { input: [...items, { role: 'user', content: 'And?' }] },
      { input: [{ role: 'user', content: 'And?' }, ...items], previous_response_id: first.id },
    ]
    for (const fields of naming) expect(await elsewhere('ann', fields)).toMatchObject({ status: 200 })
    const { body: second } = await elsewhere('ann', { input: 'And?', previous_response_id: first.id })
    // What goes on from it has an id that the first one does not know.
    expect(await ask('ann', { input: 'So?', previous_response_id: second.id })).toMatchObject({ status: 200 })
    const foreign = { type: 'item_reference', id: 'msg_of_ann' }
    for (const fields of naming) expect(await elsewhere('bob', fields)).toMatchObject({ status: 400 })
    expect(await elsewhere('ann', { input: [...items, foreign] })).toMatchObject({ status: 400 })
    expect(await elsewhere('ann', { input: [foreign], previous_response_id: first.id })).toMatchObject({ status: 400 })
    const { body: last } = await ask('bob', { input: 'Nothing is kept of the crane.', store: false })
    expect(await elsewhere('bob', { input: 'And?', previous_response_id: last.id })).toMatchObject({ status: 400 })
  } finally {
    await there.close()
  }
})
