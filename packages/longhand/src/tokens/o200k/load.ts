import { Buffer } from 'node:buffer'
import { brotliDecompressSync } from 'node:zlib'
import { o200k } from './o200k.generated.js'
import { type Table, unpack } from './table.ts'

/** The table comes as code, so that every bundler brings it along; it is unpacked when it is first asked for. */
export const loadTable = (): Table => unpack(brotliDecompressSync(Buffer.from(o200k, 'base64')))
