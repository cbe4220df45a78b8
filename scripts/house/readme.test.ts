import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../root.mjs'
import { publicDoors } from './doors.ts'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

test('the code of the README is files that are type-checked', () => {
  const folder = 'docs/snippets/readme'
  const shown = Array.from(read('README.md').matchAll(/^```ts\n(.*?)^```$/gms), ([, code]) => code)
  const files = readdirSync(join(root, folder), 'utf8').map(file => read(`${folder}/${file}`))
  expect(shown.toSorted()).toEqual(files.toSorted())
})

test('the code of the guide to the library is files that are type-checked', () => {
  const shown = Array.from(read('docs/library.md').matchAll(/^```tsx?\n(.*?)^```$/gms), ([, code]) => code)
  const folder = 'docs/snippets/library'
  expect(shown.toSorted()).toEqual(
    readdirSync(join(root, folder), 'utf8')
      .map(file => read(`${folder}/${file}`))
      .toSorted(),
  )
})

test('the guide to the library names every public door', () => {
  const named = Array.from(read('docs/library.md').matchAll(/^\| `(longhand[^`]*)`/gm), ([, door]) => door)
  expect(named.toSorted()).toEqual(
    Object.keys(publicDoors)
      .map(door => posix.join('longhand', door))
      .toSorted(),
  )
})

test('AGENTS.md is short enough to be read', () => {
  expect(read('AGENTS.md').split('\n').length).toBeLessThanOrEqual(41)
})

test('links between the docs lead somewhere', () => {
  const pages = [
    'README.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'docs/decisions/README.md',
    'docs/library.md',
    'docs/security.md',
  ]
  const broken = pages.flatMap(page =>
    Array.from(read(page).matchAll(/\]\((?!https?:)([^)#]+)/g), match => join(page, '..', match[1]!)).filter(
      path => !existsSync(join(root, path)),
    ),
  )
  expect(broken).toEqual([])
})

test('every test that the page about security names exists', () => {
  const named = Array.from(read('docs/security.md').matchAll(/`([\w./-]+\.test\.ts)`/g), ([, path]) => path!)
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter(path => !existsSync(join(root, path)))).toEqual([])
})
