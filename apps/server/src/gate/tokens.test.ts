import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { start } from '../testing/start.ts'
import type { AuditLine } from './audit.ts'
import { localSignIn } from './local-sign-in.ts'
import type { RequestFacts } from './request-facts.ts'
import { rotateToken } from './rotate-token.ts'
import { readToken } from './token.ts'
import { isAmong, openTokens } from './tokens.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'longhand-tokens-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const inFile = () => readFileSync(join(folder, 'token'), 'utf8')
const facts = (shown: Partial<RequestFacts>) => ({ authorization: null, cookie: null, ...shown }) as RequestFacts
const bearer = (token: string) => facts({ authorization: `Bearer ${token}` })

test('H8.12 a new token is for its owner alone and counts at once where the folder is open; the one before does not', async () => {
  expect(await rotateToken(folder, null)).toBe(false)
  const tokens = await openTokens(folder)
  const first = tokens.current()
  expect(await rotateToken(folder, null)).toBe(true)
  expect(inFile()).not.toBe(first)
  expect(Buffer.from(inFile(), 'base64url')).toHaveLength(32)
  expect(statSync(join(folder, 'token')).mode & 0o777).toBe(0o600)
  expect(tokens.current()).toBe(inFile())
  expect([isAmong(tokens, first), isAmong(tokens, inFile())]).toEqual([null, { token: inFile(), until: null }])
  expect(await readToken(folder)).toBe(inFile())
})

test('H8.12 with a grace the one before counts until then, and any that was before that ends', async () => {
  let now = Date.now()
  const tokens = await openTokens(folder, () => now)
  const first = tokens.current()
  await rotateToken(folder, now + 60_000)
  const second = inFile()
  expect(statSync(join(folder, 'token-before')).mode & 0o777).toBe(0o600)
  expect(tokens.all()).toEqual([
    { token: second, until: null },
    { token: first, until: now + 60_000 },
  ])
  await rotateToken(folder, now + 60_000)
  expect(tokens.all().map(({ token }) => token)).toEqual([inFile(), second])
  now += 60_000
  expect(tokens.all().map(({ token }) => token)).toEqual([inFile()])
})

test('H8.12 browsers that came with the one before are out with it: cookies, and addresses that were printed', async () => {
  let now = Date.now()
  const tokens = await openTokens(folder, () => now)
  const signIn = localSignIn(tokens, () => 1, { days: 10, now: () => now })
  const [first, printed] = [tokens.current(), signIn.signInUrl('http://127.0.0.1:1').split('#c=')[1]!]
  const cookie = (await signIn.exchangeCode(printed))!.cookie.split(';')[0]!
  const until = now + 9 * 24 * 60 * 60_000
  await rotateToken(folder, until)
  expect(await signIn.exchangeCode(printed)).toBeNull()
  now += 8 * 24 * 60 * 60_000
  // A session of more than half its days would be renewed, and outlive the token.
  expect(await signIn.authenticate(facts({ cookie }))).toEqual({ owner: expect.any(String), expiresAt: until })
  expect(await signIn.authenticate(bearer(first))).toEqual({ owner: expect.any(String), expiresAt: until })
  now = until
  expect([await signIn.authenticate(facts({ cookie })), await signIn.authenticate(bearer(first))]).toEqual([null, null])
  expect(await signIn.authenticate(bearer(inFile()))).toEqual({ owner: expect.any(String), expiresAt: null })
})

test('H8.12 a file that is being written, gone or damaged changes nothing', async () => {
  const tokens = await openTokens(folder)
  const first = tokens.current()
  writeFileSync(join(folder, 'token'), '')
  expect(tokens.current()).toBe(first)
  rmSync(join(folder, 'token'))
  expect(tokens.current()).toBe(first)
  writeFileSync(join(folder, 'token-before'), '{"token":1')
  writeFileSync(join(folder, 'token'), 'another\n')
  chmodSync(join(folder, 'token'), 0o600)
  expect(tokens.all()).toEqual([{ token: 'another', until: null }])
})

test('H8.12 what names relayed conversations stays the same, however often the token changes', async () => {
  const before = await openTokens(folder)
  await rotateToken(folder, null)
  await rotateToken(folder, null)
  expect((await openTokens(folder)).relaySecret).toBe(before.relaySecret)
  expect(before.relaySecret).not.toBe(inFile())
})

test('H8.12 a server that runs refuses the one before, closes open screens, and notes it; the metrics go by it too', async () => {
  const lines: AuditLine[] = []
  const noted = Promise.withResolvers<void>()
  const audit = (line: AuditLine) => {
    lines.push(line)
    if (line.action === 'token-rotation') noted.resolve()
  }
  const server = await start({ tokens: await openTokens(folder), audit })
  const ask = (path: string, token: string) =>
    fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } })
  const first = inFile()
  const live = await ask('/api/live', first)
  expect([live.status, (await ask('/metrics', first)).status]).toEqual([200, 200])
  await rotateToken(folder, null)
  const paths = ['/api/models', '/metrics'] as const
  const statuses = async (token: string) => Promise.all(paths.map(async path => (await ask(path, token)).status))
  expect(await statuses(first)).toEqual([401, 401])
  expect(await statuses(inFile())).toEqual([200, 200])
  // Ends by itself, or this test does not.
  await live.text()
  await noted.promise
  expect(lines.find(({ action }) => action === 'token-rotation')).toEqual({
    ...{ action: 'token-rotation', owner: null, conversation: null, status: 200, address: '' },
  })
  expect(JSON.stringify(lines)).not.toContain(inFile())
  await server.close()
})
