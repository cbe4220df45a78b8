import { readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { localOwner } from 'longhand/internal/engine'
import { expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { openAudit } from '../telemetry/open-audit.ts'
import { ask, fill } from '../testing/fill.ts'
import { start } from '../testing/start.ts'
import { testContext } from '../testing/test-context.ts'
import type { AuditLine } from './audit.ts'
import { ruleIn } from './route-rule.ts'

test('H8.7 who signs in and out, deletes, brings back, erases, exports and imports is noted, and no word of it', async () => {
  const lines: AuditLine[] = []
  const server = await start({ audit: line => lines.push(line) })
  const { api, url, token } = server
  const send = (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
    fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', origin: url, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const bearer = { authorization: `Bearer ${token}` }
  await send('GET', '/api/models', { authorization: 'Bearer heron-heron-heron' })
  await send('POST', '/api/login', {}, { code: 'heron' })
  await send('POST', '/api/login', {}, { code: server.newAddress().split('#c=')[1] })
  const id = await fill(server, ['Heron'])
  await api.delete(id)
  await api.undelete(id)
  await send('GET', `/api/conversations/${id}/export?format=md`, bearer)
  await send('GET', '/api/export', bearer)
  const imported = await send('POST', '/api/import', bearer, [{ role: 'user', content: 'Heron' }])
  const { conversation } = (await imported.json()) as { conversation: string }
  await api.delete(id)
  await api.erase(id)
  await send('DELETE', '/api/conversations/heron', bearer)
  await send('DELETE', '/api/login', bearer)
  expect(lines.map(({ action, owner, conversation, status }) => [action, owner, conversation, status])).toEqual([
    ['sign-in', null, null, 401],
    ['sign-in', null, null, 403],
    ['sign-in', localOwner, null, 204],
    ['sign-in', localOwner, null, 200],
    ['delete', localOwner, id, 204],
    ['restore', localOwner, id, 200],
    ['export', localOwner, id, 200],
    ['export', localOwner, null, 200],
    ['import', localOwner, conversation, 201],
    ['delete', localOwner, id, 204],
    ['erase', localOwner, id, 204],
    ['delete', localOwner, null, 404],
    ['sign-out', localOwner, null, 204],
  ])
  expect(lines.every(({ address }) => /^(::ffff:)?127\.0\.0\.1$/.test(address))).toBe(true)
  expect(JSON.stringify(lines)).not.toMatch(/heron/i)
  await server.close()
})

test('H8.7 an import that is refused because too much is stored is noted too', async () => {
  const lines: AuditLine[] = []
  const limits = { shared: true, storageMB: 0.0001 }
  const server = await start({ audit: line => lines.push(line), limits })
  await fill(server, ['A message of some length, so that it takes more than is allowed here. And more of it.'])
  expect((await ask(server, 'POST', '/api/import', [{ role: 'user', content: 'More' }])).status).toBe(507)
  expect(lines.at(-1)).toMatchObject({ action: 'import', owner: localOwner, conversation: null, status: 507 })
  await server.close()
})

test('H8.7 every route that deletes conversations, or takes them out or in, is noted', () => {
  const { routes } = createApp(testContext())
  const noted = routes.flatMap(({ method, path, handler }) => ruleIn(handler, method)?.audit && [`${method} ${path}`])
  const wanted = Object.keys(Object.groupBy(routes, ({ method, path }) => `${method} ${path}`)).filter(route =>
    /^(DELETE \/api\/(conversations\/:id|deleted\/:id|projects\/:project)|(GET|POST) \S*\/(export|import))$/.test(
      route,
    ),
  )
  expect(wanted).toHaveLength(6)
  expect(noted).toEqual(expect.arrayContaining(wanted))
})

test('H8.7 the file holds a line of JSON for each, for its owner alone; without a file they are in the log', () => {
  const path = join(tmpdir(), `longhand-audit-${crypto.randomUUID()}`)
  const line = { action: 'delete', owner: 'o', conversation: null, status: 204, address: '127.0.0.1' } as const
  const logged: unknown[] = []
  const audit = openAudit(path, one => logged.push(one))
  audit(line)
  audit(line)
  const written = readFileSync(path, 'utf8').trim().split('\n')
  expect(written.map(text => JSON.parse(text))).toEqual(Array(2).fill({ time: expect.stringMatching(/Z$/), ...line }))
  expect(statSync(path).mode & 0o777).toBe(0o600)
  rmSync(path)
  openAudit(undefined, one => logged.push(one))(line)
  openAudit(join(path, 'nowhere'), one => logged.push(one))(line)
  expect(logged).toEqual([
    { level: 'info', event: 'audit', ...line },
    { level: 'error', event: 'audit-failed', code: 'ENOENT' },
  ])
})
