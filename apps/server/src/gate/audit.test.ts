import { readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { localOwner } from 'longhand/internal/engine'
import { expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { openAudit } from '../telemetry/open-audit.ts'
import { fill } from '../testing/fill.ts'
import { start } from '../testing/start.ts'
import { testContext } from '../testing/test-context.ts'
import type { AuditLine } from './audit.ts'
import { ruleIn } from './route-rule.ts'

test('H8.7 who signs in and out, deletes, brings back, erases, exports and imports is noted, and no word of it', async () => {
  const lines: AuditLine[] = []
  const server = await start({ audit: line => lines.push(line) })
  const { api, url, token } = server
  const ask = (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
    fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', origin: url, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const bearer = { authorization: `Bearer ${token}` }
  await ask('GET', '/api/models', { authorization: 'Bearer heron-heron-heron' })
  await ask('POST', '/api/login', {}, { code: 'heron' })
  await ask('POST', '/api/login', {}, { code: server.newAddress().split('#c=')[1] })
  const id = await fill(server, ['Heron'])
  await api.delete(id)
  await api.undelete(id)
  await ask('GET', `/api/conversations/${id}/export?format=md`, bearer)
  await ask('GET', '/api/export', bearer)
  await ask('POST', '/api/import', bearer, [{ role: 'user', content: 'Heron' }])
  await api.delete(id)
  await api.erase(id)
  await ask('DELETE', '/api/conversations/heron', bearer)
  await ask('DELETE', '/api/login', bearer)
  expect(lines.map(({ action, owner, conversation, status }) => [action, owner, conversation, status])).toEqual([
    ['sign-in', null, null, 401],
    ['sign-in', null, null, 403],
    ['sign-in', localOwner, null, 204],
    ['sign-in', localOwner, null, 200],
    ['delete', localOwner, id, 204],
    ['restore', localOwner, id, 200],
    ['export', localOwner, id, 200],
    ['export', localOwner, null, 200],
    ['import', localOwner, null, 201],
    ['delete', localOwner, id, 204],
    ['erase', localOwner, id, 204],
    ['delete', localOwner, null, 404],
    ['sign-out', localOwner, null, 204],
  ])
  expect(lines.every(({ address }) => /^(::ffff:)?127\.0\.0\.1$/.test(address))).toBe(true)
  expect(JSON.stringify(lines)).not.toMatch(/heron/i)
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
