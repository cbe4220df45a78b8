import { answer, type FakeProvider, startFakeProvider } from 'longhand/internal/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Upstream } from '../models/upstreams.ts'
import { type Issuer, startIssuer } from '../testing/issuer.ts'
import { type Started, start } from '../testing/start.ts'

let fake: FakeProvider
let issuer: Issuer
let server: Started
beforeEach(async () => {
  fake = await startFakeProvider({ behaviour: () => answer('The secret is heron.') })
  issuer = await startIssuer()
  const upstreams: readonly Upstream[] = [
    { name: 'openai', protocols: ['openai-responses'], baseURL: fake.baseURL, key: 'server-key', hosted: true },
  ]
  server = await start({ upstreams, auth: issuer.auth })
})
afterEach(async () => {
  await server.close()
  await issuer.close()
  await fake.close()
})

/** Asks as somebody, with the server's keys or with their own beside their token. */
async function ask(who: string, fields: object | string, ownKey: string | null = null) {
  const token = await issuer.sign({ sub: who })
  const keys =
    ownKey === null
      ? { authorization: `Bearer ${token}` }
      : { authorization: `Bearer ${ownKey}`, 'longhand-token': token }
  const answered = await fetch(`${server.url}/v1/responses`, {
    method: 'POST',
    headers: { ...keys, 'content-type': 'application/json' },
    body: typeof fields === 'string' ? fields : JSON.stringify({ model: 'gpt-5-mini', ...fields }),
  })
  return { status: answered.status, body: (await answered.json()) as { id?: string; error?: { message: string } } }
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
