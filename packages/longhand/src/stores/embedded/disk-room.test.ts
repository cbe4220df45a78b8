import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { localOwner } from '../../engine/ports/store.ts'
import { embeddedDirectory } from '../../testing/store-contract/embedded.ts'
import { canMount } from '../../testing/store-contract/mount.ts'
import { said, talk } from '../../testing/store-contract/room.ts'
import { diskRoom } from './disk-room.ts'
import { openEmbedded } from './open.ts'

// Databases start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 })

test('F5 while there is no room nothing writes, and everything does again when there is', async () => {
  const run: string[] = []
  let free = 1_000_000_000
  const room = diskRoom({ exec: async text => void run.push(text) as never }, tmpdir(), () => free)
  const later = () => new Promise(resolve => setTimeout(resolve, 210))
  await room.check()
  expect([run, room.codeOf('25006')]).toEqual([[], '25006'])
  free = 1_000_000
  await room.check()
  expect(run).toEqual([])
  await later()
  await room.check()
  expect([run.length, room.codeOf('25006'), room.codeOf('23505')]).toEqual([1, '53100', '23505'])
  free = 1_000_000_000
  await later()
  await room.check()
  expect(run).toEqual(['set default_transaction_read_only = on', 'set default_transaction_read_only = off'])
})

test.runIf(canMount())(
  'F5 a full disk is told before it hurts: reads go on, nothing acknowledged is lost',
  async () => {
    const place = mkdtempSync(join(tmpdir(), 'longhand-full-'))
    const ready = await embeddedDirectory()
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=240m', 'tmpfs', place])
    try {
      cpSync(ready, place, { recursive: true })
      const { bavail, bsize } = statfsSync(place)
      writeFileSync(join(place, 'ballast'), Buffer.alloc(bavail * bsize - 60_000_000))
      const storage = await openEmbedded(place)
      const store = storage.as(localOwner)
      const { id } = await talk(store, 2)
      let acknowledged = 2
      const append = () => store.entries.append(id, [said('user', noise())]).then(() => acknowledged++)
      const fill = async (): Promise<string> => {
        for (;;) {
          const code = await append().then(
            () => null,
            (error: { code: string }) => error.code,
          )
          if (code !== null) return code
        }
      }
      expect(await fill()).toBe('store-full')
      expect((await store.conversations.get(id)).totals.messages).toBe(acknowledged)
      rmSync(join(place, 'ballast'))
      await expect
        .poll(() =>
          append().then(
            () => 'written',
            () => 'full',
          ),
        )
        .toBe('written')
      await storage.close()
      const again = await openEmbedded(place)
      expect((await again.as(localOwner).conversations.get(id)).totals.messages).toBe(acknowledged)
      await again.close()
      writeFileSync(join(place, 'ballast'), Buffer.alloc(statfsSync(place).bavail * bsize - 10_000_000))
      await expect(openEmbedded(place)).rejects.toMatchObject({ code: 'store-full' })
    } finally {
      execFileSync('umount', [place])
      for (const each of [place, ready]) rmSync(each, { recursive: true, force: true })
    }
  },
  120_000,
)

/** A text that does not compress. */
const noise = (): string => Array.from({ length: 8_000 }, () => Math.random().toString(36).slice(2)).join('')
