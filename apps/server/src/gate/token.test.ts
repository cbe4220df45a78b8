import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cookieValue, holdsSecret, readToken, sameSecret, sessionEnd } from './token.ts'

test('S the token is made once, with 32 bytes of chance, for its owner alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'longhand-token-'))
  try {
    const tokens = await Promise.all(Array.from({ length: 8 }, () => readToken(folder)))
    expect(new Set(tokens).size).toBe(1)
    expect(Buffer.from(tokens[0]!, 'base64url')).toHaveLength(32)
    expect((await stat(join(folder, 'token'))).mode & 0o777).toBe(0o600)
    expect(await readFile(join(folder, 'token'), 'utf8')).toBe(tokens[0])
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('S a cookie is not the token, and secrets of any length can be compared', () => {
  expect(cookieValue('a', 1)).not.toContain('a'.repeat(3))
  expect(cookieValue('a', 1)).not.toBe(cookieValue('b', 1))
  expect(sameSecret('x', 'x')).toBe(true)
  expect(sameSecret('x', 'xx')).toBe(false)
  expect(sameSecret('', 'x')).toBe(false)
})

test('H4.21 a secret is found wherever it stands in a text, and one that is nothing is in none', () => {
  for (const text of ['abc', 'sk-abc', 'abcx', 'ababc', `${'x'.repeat(9_000)}abc`])
    expect(holdsSecret(text, 'abc')).toBe(true)
  for (const text of ['', 'ab', 'ABC', 'ab c', 'acb']) expect(holdsSecret(text, 'abc')).toBe(false)
  expect(holdsSecret('abc', '')).toBe(false)
})

test('H8.8 a cookie says when its session ends, and nobody else can say it; with a new token all are void', () => {
  const cookie = cookieValue('a', 1_700_000_000_000)
  expect(sessionEnd('a', cookie)).toBe(1_700_000_000_000)
  expect(sessionEnd('a', cookie.replace('17', '99'))).toBeNull()
  expect(sessionEnd('b', cookie)).toBeNull()
  for (const other of ['', '.', 'x', `1.${cookie.split('.')[1]}`]) expect(sessionEnd('a', other)).toBeNull()
})
