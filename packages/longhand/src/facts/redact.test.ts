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
  ['the password is hunter2', 'the password is [redacted]'],
  ['My password is "correct horse".', 'My password is [redacted].'],
  ['password is swordfish', 'password is [redacted]'],
  [
    'The password for the staging db is S3cure! and the host is db1',
    'The password for the staging db is [redacted] and the host is db1',
  ],
  ['set the password to hunter2, please', 'set the password to [redacted], please'],
  ['Password: hunter2', 'Password: [redacted]'],
  ['the token: abc', 'the token: [redacted]'],
  ['my API key is 9f86d081884c7d65', 'my API key is [redacted]'],
  ['The access token is now a1b2c3d4e5f6', 'The access token is now [redacted]'],
  ['my PIN is 4711', 'my PIN is [redacted]'],
  ['Mein Passwort lautet Sommer', 'Mein Passwort lautet [redacted]'],
  ['Das Kennwort für den Server ist Sommer2024!', 'Das Kennwort für den Server ist [redacted]'],
  ['Le mot de passe est azerty99.', 'Le mot de passe est [redacted].'],
  ['La contraseña es gato1234', 'La contraseña es [redacted]'],
  ['A senha é gato1234', 'A senha é [redacted]'],
  ['Il wachtwoord is kaas1234', 'Il wachtwoord is [redacted]'],
  ['пароль: qwerty12', 'пароль: [redacted]'],
  ['пароль от сервера qwerty12', 'пароль от сервера [redacted]'],
  ['密码是hunter2', '密码是[redacted]'],
  ['パスワードはhunter2です', 'パスワードは[redacted]です'],
  ['비밀번호는 hunter2', '비밀번호는 [redacted]'],
])('Q4 %j is told as %j', (text, told) => {
  expect(redact(text)).toBe(told)
})

test.each([
  'the password is required',
  'password is wrong',
  'The password is stored in vault.',
  'The password is hashed with bcrypt and salted.',
  'the password is too short, it must have 12 characters',
  'Your password is case-sensitive',
  'The password is not the same as before.',
  'If the password is empty, ask again.',
  'The password is in config2.yml',
  'password: string, token: string',
  'password: user.password',
  'const password = hashedPassword',
  'The token is valid for 30 days.',
  'The token is base64url encoded',
  'the token: see below',
  'the token is expired',
  'the secret is out',
  'The API key is missing',
  'my api key is in the environment as OPENAI_API_KEY',
  'Das Passwort ist falsch.',
  'Das Passwort ist abgelaufen',
  'Das Passwort lautet nicht so.',
  'Le mot de passe est incorrect.',
  'La contraseña es obligatoria',
  '密码是必填的',
  'Der Schlüssel ist Geduld',
  'token limit is 200000',
  'each token is 4 characters',
  'the key is 2 levels deep',
  'pin is 5',
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
