import { deflateRawSync } from 'node:zlib'
import { zipOf } from '../packages/longhand/src/testing/zip-file.ts'

/** What is refused, or passed on, by a look at a little of it: words that are no tokens, wide bodies, archives that share bytes. */
type Unread = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer> | null
}

const json = { 'content-type': 'application/json' }

const shown = (headers: Readonly<Record<string, string>>): Unread => ({
  ...{ method: 'GET', path: '/v1/models', headers, body: null },
})

const relayed = (more: string): Unread => ({
  ...{ method: 'POST', path: '/v1/messages', headers: json, body: `{"model":"offline/quoting",${more}}` },
})

const archive = (files: Readonly<Record<string, string>>, change?: (zip: Uint8Array) => void): Unread => {
  const body = zipOf(files) as Uint8Array<ArrayBuffer>
  change?.(body)
  return { method: 'POST', path: '/api/import', headers: { 'content-type': 'application/zip' }, body }
}

/** Every file of an archive begins where the first does. */
function overlap(zip: Uint8Array): void {
  const bytes = Buffer.from(zip.buffer, zip.byteOffset, zip.length)
  for (let at = bytes.indexOf('PK\u0001\u0002'); at >= 0; at = bytes.indexOf('PK\u0001\u0002', at + 1))
    bytes.writeUInt32LE(0, at + 42)
}

const names = (count: number) => Array.from({ length: count }, (_, at) => `conversations-${at}.json`)

/** Made once: there are many of each. */
export const unread: readonly Unread[] = [
  shown({ authorization: 'x '.repeat(7_000) }),
  shown({ authorization: `${'x'.repeat(43)} `.repeat(300) }),
  shown({ 'x-api-key': 'a.b.c,'.repeat(2_500) }),
  shown({ cookie: 'longhand-3210=1.x; '.repeat(700) }),
  relayed(`"messages":[${'[],'.repeat(600_000)}[]]`),
  relayed(`"messages":[[${'[],'.repeat(600_000)}[]]]`),
  relayed(`"x":{"a":[${'{},'.repeat(600_000)}[]]}`),
  relayed(`"x":"${'\\"'.repeat(1_000_000)}"`),
  relayed(`"x":1${' '.repeat(2_000_000)}`),
  archive(Object.fromEntries(names(500).map(name => [name, '[{"a":1}]'])), overlap),
  archive({ 'conversations.json': `[${'{},'.repeat(500_000)}{}]` }),
  archive({ 'conversations.json': `[${' '.repeat(20_000_000)}` }),
]

/** A zip of so many bytes without writing them all: it is what it says it is. */
export const spaces = (bytes: number): Uint8Array<ArrayBuffer> =>
  zipOf(
    { 'conversations.json': '' },
    { packed: deflateRawSync(Buffer.alloc(bytes, 0x20)), size: bytes },
  ) as Uint8Array<ArrayBuffer>
