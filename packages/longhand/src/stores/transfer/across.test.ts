import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { embeddedForTests } from '../../testing/store-contract/embedded.ts'
import { hasPostgres, postgresForTests } from '../../testing/store-contract/postgres.ts'
import { bringIn, furnish, linesOf } from '../../testing/store-contract/transfer.ts'
import { openMemory } from '../memory/open.ts'

// Databases start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 })

test('D6 an export moves between all engines and stays the same, line for line', async () => {
  const databases = [await embeddedForTests(), ...(hasPostgres() ? [await postgresForTests()] : [])]
  const storages = [openMemory(), ...databases.map(({ storage }) => storage)]
  for (const from of storages) {
    const source = from.as(randomUUID())
    await furnish(source)
    const lines = await linesOf(source)
    const { conversations } = await source.conversations.list({})
    for (const to of storages.filter(storage => storage !== from)) {
      const target = to.as(randomUUID())
      const { entries } = await bringIn(target, lines)
      expect(entries).toBe(lines.filter(line => line.startsWith('{"type":"entry"')).length)
      expect(await linesOf(target)).toEqual(lines)
      expect((await target.conversations.list({})).conversations).toEqual(conversations)
    }
  }
  for (const database of databases) await database.close()
})
