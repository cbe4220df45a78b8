import type { Server } from 'node:http'
import { assistant, user } from 'longhand'
import { type Storage, scopeOf } from 'longhand/internal/engine'
import { hasPostgres, postgresForTests } from 'longhand/internal/testing'
import { openMemory } from 'longhand/memory'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { createHttpServer } from '../http/http-server.ts'
import { closeGracefully, listen } from '../http/listen.ts'
import type { ScopeFor } from '../models/model-list.ts'
import { authorisation, type Belongings, type Row } from '../testing/authorisation.ts'
import { type Issuer, startIssuer } from '../testing/issuer.ts'
import { routesOf } from '../testing/routes.ts'
import { testContext } from '../testing/test-context.ts'
import { appendMessages } from '../transfer/append-messages.ts'
import { jwtSignIn } from './jwt-sign-in.ts'

const storages = {
  memory: async () => ({ storage: openMemory(), close: async () => {} }),
  ...(hasPostgres() ? { Postgres: () => postgresForTests() } : {}),
}
if (!hasPostgres()) console.warn('! NO POSTGRES HERE: the authorisation matrix ran on memory alone.')

test('S every route has a row that says who may have what from it', () => {
  expect(routesOf(createApp(testContext()))).toEqual(Object.keys(authorisation).toSorted())
})

describe.each(Object.entries(storages))('S authorisation on %s', (_, openStorage) => {
  let issuer: Issuer
  let stranger: Issuer
  let room: { readonly storage: Storage; readonly close: () => Promise<void> }
  let server: Server
  let url: string
  const bob = crypto.randomUUID()
  let his: Belongings
  let scopeFor: ScopeFor
  /** Whoever only has things read from them can be the same person all the time. */
  let reader: ReturnType<typeof someone>
  beforeAll(async () => {
    ;[issuer, stranger, room] = await Promise.all([startIssuer(), startIssuer(), openStorage()])
    const context = testContext({ storage: room.storage, auth: issuer.auth }, jwtSignIn(issuer.auth))
    scopeFor = (owner, id) => scopeOf(context.engine, owner, id)
    const names = () => new Set([new URL(url).host])
    server = createHttpServer({ ...context, gate: { ...context.gate, names } })
    url = `http://127.0.0.1:${await listen(server, '127.0.0.1', 0)}`
    his = await settle(bob, 'liquorice')
    reader = someone()
  }, 120_000)
  afterAll(async () => {
    await closeGracefully(server)
    await Promise.all([issuer.close(), stranger.close(), room.close()])
  })

  test.each(Object.entries(authorisation))('%s', async (route, row) => {
    const { ann, hers } = await (route.startsWith('GET ') ? reader : someone())
    const mine = await issuer.sign({ sub: ann })
    if (row.of === 'deleted') await send(mine, `/api/conversations/${hers.id}`, { method: 'DELETE' })
    if (row.first !== undefined) await send(mine, `/api/conversations/${hers.id}${row.first}`, { method: 'POST' })
    const before = await everything(ann)
    const { owner, other, none } = statuses[row.to]

    for (const shown of await outsiders(ann))
      expect(await ask(route, row, { of: hers, token: shown })).toMatchObject(none)
    const token = await issuer.sign({ sub: bob })
    const answer = await ask(route, row, { of: hers, token })
    expect(answer).toMatchObject(other)
    // What was said is asked back in some answers; a stranger can only have it from the owner's things.
    if (row.body === undefined) expect(answer.text).not.toContain(hers.word)
    if (row.reach !== undefined) {
      const reach: Row = { ...row, body: () => row.reach!(hers) }
      const status = expect.toSatisfy((code: number) => code >= 400 && code < 500)
      expect(await ask(route, reach, { of: { ...hers, id: his.id }, token })).toMatchObject({ status })
    }
    expect(await everything(ann)).toBe(before)

    const own = await ask(route, row, { of: hers, token: mine })
    expect(own).toMatchObject(owner)
    if (row.tells !== undefined) expect(own.text).toContain(hers.word)
  })

  async function someone() {
    const ann = crypto.randomUUID()
    return { ann, hers: await settle(ann, 'marzipan') }
  }

  async function everything(owner: string): Promise<string> {
    let all = ''
    for await (const line of room.storage.as(owner).export()) all += `${line}\n`
    return all
  }

  /** Nobody; the owner of yesterday; one of the same name who belongs to somebody else, by issuer and by audience. */
  const outsiders = (sub: string): Promise<readonly (string | null)[]> =>
    Promise.all([
      null,
      issuer.sign({ sub, exp: Math.floor(Date.now() / 1000) - 60 }),
      stranger.sign({ sub, iss: issuer.auth.issuer }),
      stranger.sign({ sub }),
      issuer.sign({ sub, aud: 'another-tenant' }),
    ])

  type Asking = { readonly of: Belongings; readonly token: string | null }

  async function ask(route: string, { body, query = '' }: Row, { of, token }: Asking) {
    const [method = '', path = ''] = route.split(' ')
    const place = path.replace(/:(\w+)/g, (_, name: keyof Belongings) => of[name]).replace('*', '')
    const leave = new AbortController()
    const answer = await send(token, place + query.replace('WORD', of.word), {
      method,
      signal: leave.signal,
      ...(body === undefined ? {} : { body: JSON.stringify(body(of)) }),
    })
    if (path !== '/api/live') return { status: answer.status, text: await answer.text() }
    leave.abort()
    return { status: answer.status, text: '' }
  }

  const send = async (token: string | null, path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(url + path, {
      ...init,
      headers: {
        'content-type': 'application/json',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
    })

  /** A project, and in it a conversation that was compacted and undone, with a checkpoint and an open tab. */
  async function settle(owner: string, word: string): Promise<Belongings> {
    const token = await issuer.sign({ sub: owner })
    const post = async (path: string, body: unknown) => {
      const answer = await send(token, path, { method: 'POST', body: JSON.stringify(body) })
      expect(answer.status).toBeLessThan(300)
      return (answer.headers.get('content-type') ?? '').includes('json') ? answer.json() : answer.text()
    }
    const { id: project } = await post('/api/projects', { name: word })
    await post(`/api/projects/${project}/files`, { name: 'a.txt', text: word })
    const { id } = await post('/api/conversations', { title: word, project })
    const at = `/api/conversations/${id}`
    const text = `The price of ${word} is 7 euros. `.repeat(20)
    await appendMessages(
      scopeFor(owner, id),
      Array.from({ length: 12 }, (_, n) => (n % 2 ? assistant : user)(text)),
    )
    await post(`${at}/messages`, { clientId: `${word}-${id}`, text })
    // What an answer leads to is stored after its last word.
    await Promise.all([...scopeFor(owner, id).engine.background].map(({ done }) => done))
    expect(await post(`${at}/compact`, { force: true, text: `## Goal\nTo price ${word}.` })).toMatchObject(completed)
    const { id: checkpoint } = await post(`${at}/checkpoints`, { label: word })
    const { id: run } = await post('/api/runs', { conversation: id })
    return { id, checkpoint, project, run, entry: `${word}-${id}`, word }
  }
})

const completed = { type: 'completed' }
const fine = { status: expect.toSatisfy((code: number) => code >= 200 && code < 300) }
const unknown = { status: 401 }
const refused = { status: expect.toSatisfy((code: number) => code === 403 || code === 426) }
const told = { status: expect.toSatisfy((code: number) => code < 500) }

const statuses = {
  open: { owner: told, other: told, none: told },
  shared: { owner: fine, other: fine, none: unknown },
  mine: { owner: fine, other: fine, none: unknown },
  named: { owner: fine, other: { status: 404 }, none: unknown },
  operator: { owner: unknown, other: unknown, none: unknown },
  nobody: { owner: refused, other: refused, none: unknown },
}
