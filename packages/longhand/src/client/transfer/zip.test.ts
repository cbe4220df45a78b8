import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { fileInMemory, zipOf } from '../../testing/zip-file.ts'
import { type ArchiveBounds, archiveParts, isArchive } from './archive-parts.ts'
import { jsonElements } from './json-elements.ts'
import { unzip, zipEntries } from './zip.ts'

async function all<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const partsOf = (archive: Uint8Array) => all(archiveParts(fileInMemory(archive)))
const bounds = (more: Partial<ArchiveBounds>): ArchiveBounds => ({
  ...{ maxBytes: 1_000_000, maxConversations: 1_000, between: async () => {}, ...more },
})
const refusal = expect.objectContaining({
  code: 'bad-transcript',
  message: expect.stringMatching(/^The archive cannot be read: .*Nothing was imported\.$/),
})

test('D6, W22 the conversations of a zip are read out of it, packed or not, in one list or in several', async () => {
  for (const method of ['stored', 'deflated'] as const) {
    const archive = zipOf(
      { 'user.json': '{}', 'conversations.json': '[{"mapping":{}},{"a":"]}\\"["}]', 'x/image.png': 'no' },
      { method },
    )
    expect(isArchive(archive)).toBe(true)
    expect(await partsOf(archive)).toEqual(['[{"mapping":{}},{"a":"]}\\"["}]'])
  }
  const several = zipOf({ 'chats/conversations-001.json': '[{"b":1}]', 'chats/conversations-000.json': '[{"a":1}]' })
  expect(await partsOf(several)).toEqual(['[{"a":1},{"b":1}]'])
})

test('W22 a list of any length is read in pieces, wherever these end', async () => {
  const text = '\uFEFF [ {"a":"\\\\"} , {"b":[1,{"c":"ü,]"}]}\n]'
  for (let size = 1; size < 12; size++) {
    const pieces = Array.from({ length: Math.ceil(bytes(text).length / size) }, (_, at) =>
      bytes(text).slice(at * size, (at + 1) * size),
    )
    expect(await all(jsonElements(pieces))).toEqual(['{"a":"\\\\"}', '{"b":[1,{"c":"ü,]"}]}'])
  }
  expect(await all(jsonElements([bytes('{"alone":1}')]))).toEqual(['{"alone":1}'])
  expect(await all(jsonElements([bytes('[]')]))).toEqual([])
})

test.each(['', '[', '[{"a":1}', 'no', '[1]', '[{}]x', '{}{}', '[{}]]', '"a"', '[{"a":"'])(
  'F6, W22 %j is no list of conversations, and one sentence says so',
  async text => {
    await expect(all(jsonElements([bytes(text)]))).rejects.toMatchObject({ code: 'bad-transcript' })
  },
)

test('F6, W22 an archive that is cut, damaged, encrypted or has no list is refused with a sentence', async () => {
  const archive = zipOf({ 'conversations.json': `[${JSON.stringify({ a: 'word '.repeat(500) })}]` })
  for (const length of [4, 40, archive.length - 1, archive.length - 22])
    await expect(partsOf(archive.slice(0, length))).rejects.toEqual(refusal)
  for (const at of [60, Buffer.from(archive).indexOf('PK\u0001\u0002')]) {
    const broken = Uint8Array.from(archive)
    broken[at] = broken[at]! ^ 0xff
    await expect(partsOf(broken)).rejects.toEqual(refusal)
  }
  const encrypted = Uint8Array.from(archive)
  encrypted[6] = 1
  await expect(partsOf(encrypted)).rejects.toThrow('conversations.json is encrypted')
  await expect(partsOf(zipOf({ 'conversations.json': '[]' }, { method: 'unknown' }))).rejects.toEqual(refusal)
  await expect(partsOf(zipOf({ '../conversations.json': '[]', 'a/b/conversations.json': '[]' }))).rejects.toThrow(
    'There is no conversations.json in the archive.',
  )
})

test('F6, W22 a bomb goes off in nobody’s memory: what unpacks to more than it says is cut there', async () => {
  const packed = deflateRawSync(Buffer.alloc(200_000_000, 0x20))
  const bomb = zipOf({ 'conversations.json': '[]' }, { packed, size: 1_000 })
  let unpacked = 0
  const [entry] = await zipEntries(fileInMemory(bomb))
  const read = async () => {
    for await (const piece of unzip(fileInMemory(bomb), entry!)) unpacked += piece.length
  }
  await expect(read()).rejects.toEqual(refusal)
  expect(unpacked).toBeLessThanOrEqual(1_000)
})

test('W22 archives of more than 4 GB are read where their conversations are, and nowhere else', async () => {
  const far = 5 * 2 ** 30
  const archive = zipOf({ 'conversations.json': '[{"a":1}]' }, { before: far })
  const read: number[] = []
  const file = {
    size: far + archive.length,
    read: async (from: number, to: number) => {
      read.push(to - from)
      const bytes = new Uint8Array(to - from)
      bytes.set(archive.slice(Math.max(0, from - far), Math.max(0, to - far)), Math.max(0, far - from))
      return bytes
    },
  }
  // The first bytes of a real one say that it is a zip.
  const begins = {
    ...file,
    read: async (from: number, to: number) => (from === 0 ? archive.slice(0, to) : file.read(from, to)),
  }
  expect(await all(archiveParts(begins))).toEqual(['[{"a":1}]'])
  expect(Math.max(...read)).toBeLessThan(70_000)
})

test('F6, W22 files of an archive that share their bytes are refused before anything is unpacked', async () => {
  const list = '[{"a":1}]'
  const archive = zipOf({ 'conversations-0.json': list, 'conversations-1.json': list, 'conversations-2.json': list })
  expect(await partsOf(archive)).toEqual(['[{"a":1},{"a":1},{"a":1}]'])
  const directory = Buffer.from(archive).indexOf('PK\u0001\u0002')
  const record = 46 + 'conversations-0.json'.length
  for (const shift of [0, 1, 29]) {
    const shared = Uint8Array.from(archive)
    const view = new DataView(shared.buffer)
    // The last one begins where the first does, or a little later.
    view.setUint32(directory + 2 * record + 42, view.getUint32(directory + 42, true) + shift, true)
    const file = fileInMemory(shared)
    const read: number[] = []
    const watched = {
      ...file,
      read: async (from: number, to: number) => {
        read.push(from)
        return file.read(from, to)
      },
    }
    await expect(all(archiveParts(watched))).rejects.toThrow('The archive cannot be read: files in it overlap.')
    // Its first bytes, and the list at its end.
    expect(read.filter(from => from > 0 && from < directory - 22)).toEqual([])
  }
})

test.each([
  ['spaces', { 'conversations.json': ' '.repeat(3_000_000) }],
  [
    'spaces in three files',
    Object.fromEntries([1, 2, 3].map(at => [`conversations-${at}.json`, `[${' '.repeat(999_000)}]`])),
  ],
  ['one conversation', { 'conversations.json': `[{"a":"${'x'.repeat(3_000_000)}"}]` }],
])('F6, W22 every byte that unpacks counts, of %s too, and too many are refused before one is', async (_, files) => {
  let steps = 0
  const between = async () => void steps++
  await expect(all(archiveParts(fileInMemory(zipOf(files)), bounds({ between })))).rejects.toMatchObject({
    code: 'too-large',
    message: 'The archive holds more than 0 MB. Use: longhand import FILE',
  })
  expect(steps).toBe(0)
})

test('F6, W22 so do conversations, however short, and whoever reads them can stop between any two', async () => {
  const file = fileInMemory(zipOf({ 'conversations.json': `[${'{},'.repeat(1_000)}{}]` }))
  const parts = all(archiveParts(file, bounds({})))
  await expect(parts).rejects.toThrow('The archive holds more than 1000 conversations.')
  let steps = 0
  const between = async () => {
    if (++steps === 50) throw new Error('gone')
    if (steps % 3 === 0) await new Promise(resolve => setTimeout(resolve, 1))
  }
  await expect(all(archiveParts(file, bounds({ between })))).rejects.toThrow('gone')
  expect(steps).toBe(50)
  // In the middle of what is being unpacked, where a stream that is cancelled would end the process.
  const long = fileInMemory(zipOf({ 'conversations.json': ' '.repeat(30_000_000) }))
  let deaths = 0
  process.on('uncaughtExceptionMonitor', () => deaths++)
  for (let stop = 1; stop < 40; stop++) {
    steps = 50 - stop
    await expect(all(archiveParts(long, bounds({ maxBytes: 30_000_000, between })))).rejects.toThrow('gone')
    await new Promise(resolve => setTimeout(resolve, 2))
  }
  expect(deaths).toBe(0)
})
