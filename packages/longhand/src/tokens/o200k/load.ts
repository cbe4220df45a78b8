import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { type Table, unpack } from './table.ts'

/** Reads the table that is shipped beside this file. Everything else that counts runs in a browser too. */
export function loadTable(): Table {
  return unpack(brotliDecompressSync(readFileSync(new URL('o200k.br', import.meta.url))))
}
