import fc from 'fast-check'
import { expect, test } from 'vitest'
import { growthOn } from '../testing/growth/growth.ts'
import { repeated } from '../testing/growth/hostile-text.ts'
import { redact } from './redact.ts'

/** Shapes that scanners know; none was ever issued. */
const secrets = [
  `sk-proj-${'aB3d'.repeat(6)}`,
  `sk-ant-api03-${'fake'.repeat(8)}`,
  `ghp_${'a1B2'.repeat(9)}`,
  `github_pat_${'a1B2'.repeat(6)}`,
  `glpat-${'a1B2'.repeat(5)}`,
  'AKIAIOSFODNN7EXAMPLE',
  `AIza${'Sy1'.repeat(12)}`,
  `xoxb-${'1234'.repeat(4)}-abcdefgh`,
  `npm_${'a1B2'.repeat(9)}`,
  `hf_${'a1B2'.repeat(8)}`,
  `sk_live_${'a1B2'.repeat(6)}`,
  `eyJhbGciOiJIUzI1NiJ9.${'eyJzdWIi'.repeat(3)}.${'dozjgNry'.repeat(3)}`,
]

test.each(secrets)('Q4 %s is not repeated, wherever it stands', secret => {
  for (const text of [secret, `export KEY=${secret}`, `{"token": "${secret}"}`, `a\n${secret}\nb`]) {
    expect(redact(text)).not.toContain(secret)
    expect(redact(text)).toContain('[redacted]')
  }
})

test('Q4 passwords go by what stands before them', () => {
  expect(redact('postgres://bob:hunter2xyz@db/x')).toBe('postgres://bob:[redacted]@db/x')
  expect(redact('Authorization: Bearer abcdef1234567890abcdef')).toBe('Authorization: Bearer [redacted]')
  expect(redact('password = "correct-horse-9"')).toBe('password = "[redacted]"')
  expect(redact('-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\nrest')).toBe('[redacted]\nrest')
})

test.each([
  'token: string',
  'const password = getPassword()',
  'maxTokens: 2000',
  'https://example.com:8080/path',
  'The key idea is simple.',
  'sk-learn is a library',
  '-----BEGIN CERTIFICATE-----',
])('Q4 %j is left alone', text => {
  expect(redact(text)).toBe(text)
})

test('Q4 what is redacted once needs no more', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom(...secrets, 'password=', 'Bearer ', '\n'))), parts => {
      const once = redact(parts.join(''))
      expect(redact(once)).toBe(once)
    }),
    { numRuns: 1000 },
  )
})

test.each(['eyJ', 'sk-a_', 'token=', '://a:', 'bearer ', 'password: ', '-----BEGIN ', 'x'])(
  'Q4 %j over and over takes time in proportion to its length',
  piece => {
    expect(growthOn(redact, repeated(piece), 500_000)).toBeNull()
  },
)
