import { expect, test } from 'vitest'
import { localSignIn } from './local-sign-in.ts'
import type { RequestFacts } from './request-facts.ts'
import { fixedToken } from './tokens.ts'

const day = 24 * 60 * 60_000

test('H8.8 a session ends when nobody has come back for its days, and goes on for whoever has', async () => {
  let now = Date.parse('2026-11-17T08:00:00Z')
  const signIn = localSignIn(fixedToken('token'), () => 1, { days: 10, now: () => now })
  const code = signIn.signInUrl('http://127.0.0.1:1').split('#c=')[1]!
  const first = (await signIn.exchangeCode(code))!.cookie
  expect(first).toMatch(/; Max-Age=864000$/)
  const visit = (cookie: string) => signIn.authenticate(asking(cookie.split(';')[0]!))
  now += 4 * day
  expect(await visit(first)).toEqual({ owner: expect.any(String), expiresAt: null })
  now += 2 * day
  const { renewal } = (await visit(first))!
  expect(renewal).toMatch(/^longhand-1=/)
  now += 4 * day
  expect(await visit(first)).toBeNull()
  expect(await visit(renewal!)).not.toBeNull()
  now += 6 * day
  expect(await visit(renewal!)).toBeNull()
  expect(signIn.signOutCookie()).toBe('longhand-1=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0')
})

const asking = (cookie: string) => ({ authorization: null, cookie }) as RequestFacts
