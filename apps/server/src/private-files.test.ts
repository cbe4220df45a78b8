import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tightenFiles } from './private-files.ts'

let place: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'longhand-private-'))
})
afterEach(() => rmSync(place, { recursive: true }))

const modeOf = (name: string): string => (statSync(join(place, name)).mode & 0o777).toString(8)
const folder = (name: string, mode: number) => {
  mkdirSync(join(place, name))
  chmodSync(join(place, name), mode)
}
const file = (name: string, mode: number) => {
  writeFileSync(join(place, name), 'x')
  chmodSync(join(place, name), mode)
}

test('S what others may do with files of ours that are there already is taken from them', () => {
  folder('home', 0o755)
  folder('home/trusted', 0o777)
  for (const name of ['longhand.config.yaml', 'token', 'settings.json', 'address']) file(`home/${name}`, 0o664)
  file('home/trusted/a.json', 0o644)
  tightenFiles(join(place, 'home'), join(place, 'home'))
  expect([modeOf('home'), modeOf('home/trusted')]).toEqual(['700', '700'])
  for (const name of ['longhand.config.yaml', 'token', 'settings.json', 'address', 'trusted/a.json'])
    expect(modeOf(`home/${name}`), name).toBe('600')
})

test('S a folder of the person stays as it is, and so does what is not ours in it', () => {
  folder('theirs', 0o755)
  folder('theirs/photos', 0o755)
  file('theirs/notes.txt', 0o644)
  file('theirs/settings.json', 0o644)
  file('elsewhere', 0o644)
  symlinkSync(join(place, 'elsewhere'), join(place, 'theirs/token'))
  tightenFiles(join(place, 'theirs'), join(place, 'home'))
  expect(modeOf('theirs/settings.json')).toBe('600')
  expect(['theirs', 'theirs/photos', 'theirs/notes.txt', 'elsewhere'].map(modeOf)).toEqual(['755', '755', '644', '644'])
})

test('S what is not there, or is something else, stops nothing', () => {
  file('home', 0o644)
  tightenFiles(join(place, 'nowhere'), join(place, 'home'))
  expect(modeOf('home')).toBe('600')
})

test('S an answer that others could have written is not made to look like one of ours', () => {
  folder('home', 0o700)
  folder('home/trusted', 0o700)
  file('home/trusted/planted.json', 0o666)
  tightenFiles(join(place, 'home'), join(place, 'home'))
  expect(modeOf('home/trusted/planted.json')).toBe('666')
})
