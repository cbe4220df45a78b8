import { type ErrorCode, LonghandError } from '../../core/errors.ts'

/** A failure of the database as an error with a code and a sentence. */
export function storeError(error: unknown): Error {
  if (error instanceof LonghandError || !(error instanceof Error)) return error as Error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const found =
    meanings.find(([pattern]) => pattern.test(code)) ?? byText.find(([pattern]) => pattern.test(error.message))
  if (found === undefined) return error
  const [, meaning, sentence] = found
  return new LonghandError(meaning, sentence ?? `${capital(error.message)}.`, {
    cause: error,
    details: { database: code },
  })
}

type Meaning = readonly [pattern: RegExp, code: ErrorCode, sentence?: string]

const diskFull = 'The disk of the database is full. Make room; nothing was half-written.'
const noAnswer = 'The database does not answer. Try again in a moment.'

/** By SQLSTATE or system error; those that start with LH are raised by our own functions. */
const meanings: readonly Meaning[] = [
  [/^LH403$/, 'not-allowed'],
  [/^LH404$/, 'not-found'],
  [/^LH409$/, 'conflict'],
  [/^LH412$/, 'stale'],
  [/^23505$/, 'conflict', 'Something with this id is already there. Choose another id.'],
  [/^(22P02|22003|22021|22P05|2200[0-9A-Z]|23514|23502)$/, 'bad-request', 'The database cannot store this value.'],
  [/^(54|53400|22001)/, 'too-large', 'This is too large for the database. Send smaller parts.'],
  [/^(53100|ENOSPC|EDQUOT)$/, 'store-full', diskFull],
  [/^(25006|EROFS)$/, 'store-read-only', 'The database is read-only at the moment. Try again later.'],
  [/^(3F000|42P01|42883|42703|42501)$/, 'store-corrupt', 'The tables are not as expected. Run the migrations.'],
  [
    /^(XX001|XX002|58030|EIO)$/,
    'store-corrupt',
    'The database is damaged. Stop, make a copy of it, and restore a backup.',
  ],
  [/^(28|3D000)/, 'store-unavailable', 'The database refuses the connection. Check its URL, user and password.'],
  [/^(08|57P|53|57014|40|55P03|E[A-Z]+$)/, 'store-unavailable', noAnswer],
]

/** Errors of the drivers themselves have no code. */
const byText: readonly Meaning[] = [
  [/No space left|disk full/i, 'store-full', diskFull],
  [/timeout|terminat|connection|closed|ended|socket/i, 'store-unavailable', noAnswer],
]

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
