import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from 'longhand/embedded'
import { localOwner, type Storage } from 'longhand/internal/engine'
import { embeddedDirectory, hasPostgres, startPostgresServer } from 'longhand/internal/testing'
import { openPostgres } from 'longhand/postgres'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { root } from './root.mjs'

// Databases start slowly on a busy machine.
vi.setConfig({ testTimeout: 170_000 })

const page = readFileSync(join(root, 'docs/backup.md'), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'longhand-backup-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The commands of the page for one kind of database, in order. */
const blocksFor = (kind: 'embedded' | 'postgres'): readonly string[] =>
  Array.from(page.matchAll(/^```sh (\w+)\n(.*?)^```$/gms)).flatMap(([, word, text = '']) =>
    word === kind ? [text] : [],
  )

/** Runs a block as it is printed, in a shell that stops at the first failure. */
function run(block: string, env: Readonly<Record<string, string>>): void {
  const program = join(root, 'apps/cli/src/main.ts')
  const own = `set -euo pipefail; longhand() { "$NODE" "$PROGRAM" "$@"; }`
  const { status, stdout, stderr } = spawnSync('bash', ['-c', `${own}\n${block}`], {
    ...{ cwd: folder, encoding: 'utf8' },
    env: { ...process.env, NODE: process.execPath, PROGRAM: program, ...env },
  })
  expect(`${block}\n${status === 0 ? 'works' : `${status}: ${stdout}${stderr}`}`).toBe(`${block}\nworks`)
}

async function linesOf(storage: Storage): Promise<readonly string[]> {
  try {
    const lines: string[] = []
    for await (const line of storage.as(localOwner).export()) lines.push(line)
    return lines
  } finally {
    await storage.close()
  }
}

test('H8.6 every block of the page is run', () => {
  const all = Array.from(page.matchAll(/^```/gm)).length / 2
  expect(blocksFor('embedded').length + blocksFor('postgres').length).toBe(all)
})

/** A conversation with odd words, a fork and a checkpoint; answers with all that an export has of it. */
async function fill(storage: Storage): Promise<readonly string[]> {
  const store = storage.as(localOwner)
  const { id } = await store.conversations.create({ id: crypto.randomUUID() })
  await store.entries.append(
    id,
    ['Hello \u0000', 'Naïve \ud83d\ude00 café', 'And on'].map((text, at) => said(`m${at}`, text)),
  )
  await store.entries.append(id, [said('f', 'Another way')], { after: 'm0' })
  await store.checkpoints.create(id, { label: 'here', tags: ['code'] })
  return linesOf(storage)
}

const said = (id: string, text: string) => ({
  ...{ type: 'message' as const, id, count: 3 },
  message: { role: 'user' as const, parts: [{ type: 'text' as const, text }] },
})

test('H8.6 the commands for the embedded database bring back every word, from an export and from a copy', async () => {
  const data = await embeddedDirectory()
  const before = await fill(await openEmbedded(data))
  for (const block of blocksFor('embedded')) run(block, { LONGHAND_DATA: data })
  expect(before.length).toBeGreaterThan(5)
  expect(await linesOf(await openEmbedded(join(folder, 'whole')))).toEqual(before)
  const restored = await linesOf(await openEmbedded(join(folder, 'restored')))
  expect(restored.flatMap(wordsIn)).toEqual(before.flatMap(wordsIn))
  rmSync(data, { recursive: true })
})

describe.runIf(hasPostgres() && process.env.TEST_DATABASE_URL === undefined)('on Postgres', () => {
  test('H8.6 the commands for Postgres bring back every word into an empty server', async () => {
    const [here, there] = [await startPostgresServer(), await startPostgresServer()]
    try {
      const before = await fill(await openPostgres(here.url))
      const maintenance = there.admin.replace(/longhand$/, 'postgres')
      empty(maintenance)
      const env = {
        ...{ ADMIN_URL: here.admin, OTHER_ADMIN_URL: maintenance, LONGHAND_DATA: join(folder, 'data') },
        ...{ RESTORED_ADMIN_URL: there.admin, RESTORED_URL: there.url },
      }
      for (const block of blocksFor('postgres')) run(block, env)
      expect(await linesOf(await openPostgres(there.url, { schema: 'trust' }))).toEqual(before)
    } finally {
      await here.stop()
      await there.stop()
    }
  })
})

/** A server as it is when nobody has used it: without our database, and without our roles. */
function empty(url: string): void {
  const drop = ['drop database longhand with (force)', 'drop role longhand, authenticated, service_role']
  for (const statement of drop) expect(spawnSync('psql', [url, '-c', statement]).status).toBe(0)
}

/** All that a line says, but for counts and the hashes over them: what is brought in is counted again. */
function wordsIn(line: string): readonly unknown[] {
  const { hash, ...rest } = JSON.parse(line)
  return [JSON.parse(JSON.stringify(rest, (key, value) => (key === 'count' || key === 'used' ? undefined : value)))]
}
