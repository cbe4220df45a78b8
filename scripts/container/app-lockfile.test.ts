import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../root.mjs'
import { neededPackages } from './app-lockfile.mjs'

const locked = {
  '': {},
  'node_modules/a': {
    version: '1.0.0',
    dependencies: { b: '^2' },
    optionalDependencies: { fast: '1', elsewhere: '1' },
  },
  'node_modules/a/node_modules/b': {
    version: '2.0.0',
    peerDependencies: { c: '*', d: '*' },
    peerDependenciesMeta: { d: { optional: true } },
  },
  'node_modules/b': { version: '1.0.0' },
  'node_modules/c': { version: '3.0.0', dev: true as const, dependencies: { a: '*' } },
  'node_modules/d': { version: '4.0.0' },
  'node_modules/fast': { version: '1.0.0', devOptional: true as const },
  'node_modules/unused': { version: '1.0.0' },
}

test('H8.5 what the app needs is taken from the lockfile where Node finds it, and nothing else', () => {
  expect(neededPackages(locked, { a: '1.0.0' })).toEqual({
    'node_modules/a': locked['node_modules/a'],
    'node_modules/a/node_modules/b': locked['node_modules/a/node_modules/b'],
    'node_modules/c': { version: '3.0.0', dependencies: { a: '*' } },
    'node_modules/fast': { version: '1.0.0', optional: true },
  })
  expect(() => neededPackages(locked, { missing: '1' })).toThrow('The app needs missing, which the lockfile lacks.')
})

test('H8.5 everything that the server needs is in our lockfile with its hash', () => {
  const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))
  const { dependencies } = read('apps/server/package.json')
  const { longhand: _, ...others } = dependencies
  const needed = Object.entries(neededPackages(read('package-lock.json').packages, others))
  expect(needed.length).toBeGreaterThan(Object.keys(others).length)
  expect(needed.filter(([, one]) => !('integrity' in one)).map(([path]) => path)).toEqual([])
})

test('H8.5 no step of the image installs without a lockfile', () => {
  const text = readFileSync(join(root, 'Dockerfile'), 'utf8')
  expect(text.match(/npm (?:install|i|add|update|exec)\b|npx /g)).toBeNull()
  expect(text.match(/npm ci\b/g)).toHaveLength(2)
})
