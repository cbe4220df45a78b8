import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cookieValue, readToken, sameSecret } from './token.ts'

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
  expect(cookieValue('a')).not.toContain('a'.repeat(3))
  expect(cookieValue('a')).not.toBe(cookieValue('b'))
  expect(sameSecret('x', 'x')).toBe(true)
  expect(sameSecret('x', 'xx')).toBe(false)
  expect(sameSecret('', 'x')).toBe(false)
})
