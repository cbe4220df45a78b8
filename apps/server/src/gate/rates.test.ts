import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startIssuer } from '../testing/issuer.ts'
import { start } from '../testing/start.ts'
import { createRates, sharedRates } from './rates.ts'

test('S nobody gets more than their share of a minute and the burst, whatever they do', () => {
  const pauses = fc.array(fc.tuple(fc.constantFrom('ann', 'bob'), fc.nat(2_000)), { maxLength: 300 })
  fc.assert(
    fc.property(pauses, fc.integer({ min: 1, max: 240 }), (asked, turn) => {
      let now = 0
      const rates = createRates({ ...sharedRates, turn }, () => now)
      const through = { ann: 0, bob: 0 }
      for (const [who, pause] of asked) {
        now += pause
        if (rates.take(who as 'ann', 'turn') === 0) through[who as 'ann']++
      }
      const most = Math.ceil(turn / 4) + (turn * now) / 60_000
      expect(Math.max(through.ann, through.bob)).toBeLessThanOrEqual(most + 1e-6)
    }),
    { numRuns: 1_000 },
  )
})

test('S whoever waits as long as they are told gets through', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 600 }), fc.nat(100), (turn, times) => {
      let now = 0
      const rates = createRates({ ...sharedRates, turn }, () => now)
      for (let at = 0; at < times; at++) now += rates.take('ann', 'turn')
      const wait = rates.take('ann', 'turn')
      now += wait
      expect(wait === 0 || rates.take('ann', 'turn') === 0).toBe(true)
    }),
    { numRuns: 1_000 },
  )
})

test('S many who were never seen again do not fill the memory', () => {
  const rates = createRates({ ...sharedRates, turn: 4 }, () => 0)
  expect(rates.take('first', 'turn')).toBe(0)
  expect(rates.take('first', 'turn')).toBeGreaterThan(0)
  for (let at = 0; at < 50_000; at++) rates.take(`other-${at}`, 'turn')
  expect(rates.take('first', 'turn')).toBe(0)
})

test('S too many requests are told how long to wait, each owner apart and costly ones apart', async () => {
  const issuer = await startIssuer()
  const server = await start({ auth: issuer.auth, limits: { perMinute: { ...sharedRates, read: 12, change: 8 } } })
  try {
    const ask = async (token: string, method = 'GET', path = '/api/conversations') =>
      fetch(server.url + path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(method === 'GET' ? {} : { body: '{}' }),
      })
    const [ann, bob] = [await issuer.sign({ sub: 'ann' }), await issuer.sign({ sub: 'bob' })]
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(ann)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 429, 429])
    const refused = answers.find(({ status }) => status === 429)!
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({ code: 'rate-limited', sentence: expect.stringMatching(/in \d s/) })
    expect((await ask(bob)).status).toBe(200)
    expect((await ask(ann, 'POST')).status).toBe(201)
  } finally {
    await server.close()
    await issuer.close()
  }
})

test('S wrong tokens are counted by where they come from, and only a proxy of ours can say where that is', async () => {
  const limits = { perMinute: { ...sharedRates, 'sign-in': 8 }, proxies: 1 }
  const server = await start({ limits })
  const ask = async (token: string, from: string) =>
    (
      await fetch(`${server.url}/api/models`, {
        headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': from },
      })
    ).status
  try {
    expect([await ask('a', '1.1.1.1'), await ask('b', '1.1.1.1'), await ask('c', '1.1.1.1')]).toEqual([401, 401, 429])
    expect(await ask('d', '1.1.1.1, 2.2.2.2')).toBe(401)
    expect(await ask('e', '9.9.9.9, 1.1.1.1')).toBe(429)
    expect(await ask(server.token, '1.1.1.1')).toBe(200)
  } finally {
    await server.close()
  }
})

test('S one person opens so many live feeds and no more', async () => {
  const server = await start({ limits: { feedsPerOwner: 2 } })
  const leave = new AbortController()
  const open = () =>
    fetch(`${server.url}/api/live`, { headers: { authorization: `Bearer ${server.token}` }, signal: leave.signal })
  try {
    expect([(await open()).status, (await open()).status]).toEqual([200, 200])
    const third = await open()
    expect(third.status).toBe(429)
    expect(third.headers.get('retry-after')).toBe('2')
  } finally {
    leave.abort()
    await server.close()
  }
})
