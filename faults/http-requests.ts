import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { spellings } from '../apps/server/src/testing/spellings.ts'
import { unread } from './http-unread.ts'
import { wideRequests } from './wide-requests.ts'

/** One request that nobody should send. `raw` ones go over a socket of their own, exactly as they are written. */
export type HostileRequest = {
  readonly kind: Kind
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer> | null
}

export const kinds = ['shaped', 'broken', 'headers', 'path', 'spelling', 'foreign', 'bomb', 'wide'] as const

export type Kind = (typeof kinds)[number]

export type Route = { readonly method: string; readonly path: string }

/** What the requests are made of: the routes of the server, and conversations that are there. */
export type RequestSources = { readonly routes: readonly Route[]; readonly ids: readonly string[] }

const json = { 'content-type': 'application/json' }

/** What clients of a provider send, with more of one thing than any of them does. */
export const hostileWidths = (many: number): readonly HostileRequest[] =>
  wideRequests(many).map(({ path, body }) => ({ ...posted(path, JSON.stringify(body)), kind: 'wide' }))

/** Requests of all other kinds, the same ones for the same seed. */
export function hostileRequests(
  { routes, ids }: RequestSources,
  count: number,
  seed: number,
): readonly HostileRequest[] {
  const junk = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.string({ unit: 'binary', maxLength: 30 }))
  const place = fc.oneof({ weight: 1, arbitrary: junk }, { weight: 4, arbitrary: fc.constantFrom(...ids) })
  const route = fc
    .tuple(fc.constantFrom(...routes), place, junk, fc.nat(39))
    .map(([{ method, path }, id, other, chance]) => ({
      method,
      // Few deletions succeed: what is gone answers nothing of interest any more.
      path: path
        .replace('{id}', encoded(method === 'DELETE' && path.endsWith('/{id}') && chance > 0 ? other : id))
        .replaceAll(/\{\w+\}/g, encoded(other)),
    }))
  const value = fc.oneof(fc.jsonValue({ maxDepth: 4 }), junk, fc.integer(), fc.constantFrom(...ids, ...sentences))
  const body = fc.oneof(fc.jsonValue({ maxDepth: 4 }), fc.dictionary(fc.constantFrom(...fields), value, { maxKeys: 5 }))
  const query = fc.dictionary(fc.constantFrom('limit', 'q', 'before', 'around', 'format', 'search'), junk, {
    maxKeys: 2,
  })
  const shaped = fc.tuple(route, body, query).map(([to, value, asked]) => ({
    ...to,
    kind: 'shaped' as const,
    path: `${to.path}?${new URLSearchParams(wellFormed(asked))}`,
    headers: json,
    body: hasBody(to) ? JSON.stringify(value) : null,
  }))
  const broken = fc
    .tuple(route, fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.json().map(cut)))
    .map(([to, bytes]) => ({
      ...to,
      kind: 'broken' as const,
      headers: json,
      body: hasBody(to) ? (bytes as HostileRequest['body']) : null,
    }))
  const headers = fc.tuple(route, fc.constantFrom(...oddHeaders)).map(([to, odd]) => ({
    ...to,
    kind: 'headers' as const,
    headers: { ...json, ...odd },
    body: hasBody(to) ? '{}' : null,
  }))
  const path = fc
    .tuple(fc.constantFrom('GET', 'POST', 'DELETE', 'PUT'), fc.constantFrom(...oddPaths), junk)
    .map(([method, stem, end]) => ({
      kind: 'path' as const,
      method,
      path: stem + encoded(end),
      headers: json,
      body: null,
    }))
  // Routes of their own: nobody has shown a token, and the path means one of them to whoever decodes it.
  const spelling = fc
    .tuple(fc.constantFrom(...routes), fc.constantFrom(...ids), fc.constantFrom(...Object.values(spellings)))
    .filter(([{ path }, , spell]) => spell(path) !== path)
    .map(([{ method, path }, id, spell]) => ({
      kind: 'spelling' as const,
      method,
      path: spell(path.replace('{id}', id).replaceAll(/\{\w+\}/g, 'x')),
      headers: { ...json, 'sec-fetch-site': 'same-origin' },
      body: hasBody({ method, path }) ? '{"text":"Hello","clientId":"m1"}' : null,
    }))
  const foreign = fc.tuple(route, fc.constantFrom(...foreignHeaders)).map(([to, odd]) => ({
    ...to,
    kind: 'foreign' as const,
    headers: { ...json, ...odd },
    body: hasBody(to) ? '{}' : null,
  }))
  const bomb = fc
    .tuple(route, fc.constantFrom(...bombs))
    .map(([to, make]) => ({ ...make(to, ids), kind: 'bomb' as const }))
  const any = fc.oneof(
    { weight: 50, arbitrary: shaped },
    { weight: 10, arbitrary: broken },
    { weight: 8, arbitrary: headers },
    { weight: 10, arbitrary: path },
    { weight: 10, arbitrary: spelling },
    { weight: 8, arbitrary: foreign },
    { weight: 4, arbitrary: bomb },
  )
  return fc.sample(any, { numRuns: count, seed })
}

const hasBody = ({ method }: Route): boolean => method !== 'GET' && method !== 'DELETE'
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed()) || 'x'
const cut = (text: string): string => text.slice(0, Math.floor(text.length / 2))
const wellFormed = (asked: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(asked).map(([key, word]) => [key, word.toWellFormed()]))

const fields = [
  ...[
    'text',
    'clientId',
    'label',
    'number',
    'action',
    'line',
    'head',
    'policy',
    'code',
    'conversation',
    'name',
    'title',
  ],
  ...['model', 'project', 'entry', 'messages', 'form', 'force', 'preview', 'keep', 'fold', 'upTo', 'instructions'],
]
const sentences = ['/compact --force', '/restore 1', '/protect 2', 'Hello', '\u0000', '\ud800', 'protect', '__proto__']

const oddHeaders: readonly Readonly<Record<string, string>>[] = [
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-encoding': 'gzip' },
  { 'content-encoding': 'br' },
  { accept: 'x'.repeat(8_000) },
  { cookie: `${'a=b;'.repeat(2_000)}` },
  { authorization: 'Bearer' },
  { authorization: `Bearer ${'x'.repeat(4_000)}` },
  { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' },
  { 'longhand-run': 'x'.repeat(2_000) },
  { 'last-event-id': '-1' },
  { 'x-forwarded-for': `${'1.1.1.1,'.repeat(500)}` },
  { range: 'bytes=0-99999999999' },
]

const oddPaths = [
  '/',
  '//',
  '/api/',
  '/api/conversations/',
  '/%2e%2e/',
  '/..%2f',
  '/%00',
  '/%ff',
  '/%',
  '/api/%E0%A4%A',
  '/*',
]

/** A page of another site, a name that leads here by a trick. */
const foreignHeaders: readonly Readonly<Record<string, string>>[] = [
  { host: 'evil.example' },
  { host: '127.0.0.1.evil.example' },
  { host: '127.0.0.1' },
  { host: 'localhost:1' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { host: 'evil.example', origin: 'http://evil.example' },
]

type Make = (to: Route, ids: readonly string[]) => Omit<HostileRequest, 'kind'>

const posted = (path: string, body: string | Uint8Array<ArrayBuffer>, more = {}): Omit<HostileRequest, 'kind'> => ({
  method: 'POST',
  path,
  headers: { ...json, ...more },
  body,
})

const said = (text: string): string => JSON.stringify({ clientId: crypto.randomUUID(), text })

/** What is small to send and large to deal with; made once, because there are many of each. */
const large = {
  deep: `{"title":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  nested: `{"messages":${'[{"role":"user","parts":'.repeat(20_000)}`,
  keys: `{${Array.from({ length: 60_000 }, (_, at) => `"k${at}":0`).join()}}`,
  items: `[${'0,'.repeat(400_000)}0]`,
  empty: `[${'[],'.repeat(1_000_000)}[]]`,
  escapes: `{"title":"${'\\u0000'.repeat(150_000)}"}`,
  packed: new Uint8Array(gzipSync(Buffer.alloc(50_000_000))),
  line: '_'.repeat(300_000),
  wall: '漢'.repeat(100_000),
  file: `{"text":"${'x'.repeat(11_000_000)}"}`,
}

const bombs: readonly Make[] = [
  () => posted('/api/conversations', large.deep),
  () => posted('/api/stateless', large.nested),
  () => posted('/api/conversations', large.keys),
  () => posted('/api/conversations', large.items),
  () => posted('/api/import', large.empty),
  () => posted('/api/conversations', large.escapes),
  () => posted('/api/conversations', large.packed, { 'content-encoding': 'gzip' }),
  (_, ids) => posted(`/api/conversations/${ids[0]}/messages`, said(large.line)),
  (_, ids) => posted(`/api/conversations/${ids[1]}/messages`, said(large.wall)),
  (_, ids) => posted(`/api/conversations/${ids[2]}/commands`, '{"text":"/compact --force keep it"}'),
  (_, ids) => posted(`/api/conversations/${ids[3]}/messages`, large.file),
  to => ({ ...to, path: `${to.path}?${'q=x&'.repeat(3_500)}`, headers: json, body: null }),
  to => ({ ...to, path: `/${'a/'.repeat(7_000)}`, headers: json, body: null }),
  ...unread.map(one => () => one),
]
