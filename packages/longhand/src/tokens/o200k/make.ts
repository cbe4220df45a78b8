// Writes o200k.generated.js, the table that the counter reads, from the tiktoken package:
// npx node packages/longhand/src/tokens/o200k/make.ts
import { writeFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
import o200k from 'tiktoken/encoders/o200k_base.json' with { type: 'json' }
import { HALF, LETTER, LOWER, MARK, NEWLINE, NUMBER, SPACE, SYMBOL, UPPER } from './split.ts'
import { pack, type Table } from './table.ts'

function makeTable(): Table {
  const tokens = tokensByRank()
  return {
    kinds: Uint8Array.from({ length: 0x110000 }, (_, codePoint) => kindOf(codePoint)),
    lengths: Uint8Array.from(tokens, token => token.length),
    bytes: Buffer.concat(tokens),
  }
}

/** Each line of the source is `! first-rank base64 base64 …`. */
export function tokensByRank(): readonly Uint8Array[] {
  const tokens: Uint8Array[] = []
  for (const line of o200k.bpe_ranks.split('\n').filter(Boolean)) {
    const [, first, ...words] = line.split(' ')
    words.forEach((word, index) => {
      tokens[Number(first) + index] = Buffer.from(word, 'base64')
    })
  }
  return tokens
}

function kindOf(codePoint: number): number {
  const character = String.fromCodePoint(codePoint)
  return kindPatterns.find(([pattern]) => pattern.test(character))?.[1] ?? SYMBOL
}

const kindPatterns = [
  [/[\r\n]/, NEWLINE],
  [/\p{White_Space}/u, SPACE],
  [/\p{N}/u, NUMBER],
  [/\p{Lu}|\p{Lt}/u, UPPER],
  [/\p{Ll}/u, LOWER],
  [/\p{L}/u, LETTER],
  [/\p{M}/u, MARK],
  [/\p{Cs}/u, HALF],
] as const

if (import.meta.main) {
  const file = brotliCompressSync(pack(makeTable()), { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } })
  const text = Buffer.from(file).toString('base64')
  writeFileSync(
    new URL('o200k.generated.js', import.meta.url),
    `// Made by make.ts: a table of tokens, packed, compressed, and as text.\nexport const o200k = '${text}'\n`,
  )
}
