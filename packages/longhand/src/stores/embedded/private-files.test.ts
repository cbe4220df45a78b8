import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, lstatSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { embeddedDirectory } from '../../testing/store-contract/embedded.ts'

// Databases start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

test('S a database that is made under any umask is for its owner alone, while it is open and afterwards', async () => {
  const place = mkdtempSync(join(tmpdir(), 'longhand-private-'))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  const folder = join(place, 'data', 'longhand')
  const child = await opened(folder)
  expect(openToOthers(place)).toEqual([])
  await closed(child)
  expect(openToOthers(place)).toEqual([])
})

test('S what an earlier version left open to others is theirs no more; links are left alone, and so is what is not ours', async () => {
  const place = await embeddedDirectory()
  const outside = mkdtempSync(join(tmpdir(), 'longhand-outside-'))
  onTestFinished(() => {
    for (const each of [place, outside]) rmSync(each, { recursive: true, force: true })
  })
  symlinkSync(outside, join(place, 'pg18', 'elsewhere'))
  for (const path of pathsIn(place)) if (!lstatSync(path).isSymbolicLink()) chmodSync(path, 0o777)
  chmodSync(outside, 0o755)
  chmodSync(place, 0o755)
  const child = await opened(place)
  expect(openToOthers(place)).toEqual([])
  await closed(child)
  expect([lstatSync(outside), lstatSync(place)].map(({ mode }) => mode & 0o777)).toEqual([0o755, 0o755])
})

async function opened(folder: string): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, '../../testing/embedded/private-files.child.ts'), [folder], {
    execArgv: [],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  expect((await once(child, 'message'))[0]).toBe('open')
  return child
}

async function closed(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.send('close')
  await exit
}

const pathsIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => join(folder, name))

const openToOthers = (folder: string): readonly string[] =>
  pathsIn(folder).flatMap(path => {
    const { mode } = lstatSync(path)
    const isLink = lstatSync(path).isSymbolicLink()
    return isLink || (mode & 0o077) === 0 ? [] : [`${path.slice(folder.length + 1)} ${(mode & 0o777).toString(8)}`]
  })
