import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { noConfig } from './config/read-config.ts'
import { createServer } from './create-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'longhand-create-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('H6 a configuration that cannot hold is told before the data is opened', async () => {
  const files = { command: 'files', env: { KEY: `\${NOT_SET}` } }
  const config = { ...noConfig, values: { mcp: { servers: { files } } } }
  const starting = createServer({ folder, hostname: '127.0.0.1', port: 0, database: null, variables: {}, config })
  await expect(starting).rejects.toMatchObject({
    code: 'bad-config',
    message: 'mcp.servers.files.env.KEY needs NOT_SET, which is not set. Set it in the environment.',
  })
  expect(readdirSync(folder)).toEqual(['token'])
})

test('S files that others could read are tightened before the data is opened', async () => {
  const path = join(folder, 'settings.json')
  writeFileSync(path, 'not JSON')
  chmodSync(path, 0o644)
  const starting = createServer({
    folder,
    hostname: '127.0.0.1',
    port: 0,
    database: null,
    variables: {},
    config: noConfig,
  })
  await expect(starting).rejects.toMatchObject({ code: 'bad-config' })
  expect(statSync(path).mode & 0o777).toBe(0o600)
})
