import { expect, test } from 'vitest'
import { isInstalled } from './install.mjs'
import { isNewEnough } from './node24.mjs'

const wanted = {
  packages: {
    '': {},
    'node_modules/a': { version: '1.0.0' },
    'node_modules/a-mac': { version: '1.0.0', optional: true },
  },
}

test.each([
  ['everything there', { 'node_modules/a': { version: '1.0.0' }, 'node_modules/a-mac': { version: '1.0.0' } }, true],
  ['a package for another machine missing', { 'node_modules/a': { version: '1.0.0' } }, true],
  ['a package missing', { 'node_modules/a-mac': { version: '1.0.0' } }, false],
  ['a package in another version', { 'node_modules/a': { version: '0.9.0' } }, false],
  [
    'an optional package in another version',
    { 'node_modules/a': { version: '1.0.0' }, 'node_modules/a-mac': { version: '0.9.0' } },
    false,
  ],
] as const)('%s: installed is %s → %s', (_, packages, expected) => {
  expect(isInstalled(wanted, { packages })).toBe(expected)
})

test.each([
  ['20.20.2', false],
  ['22.17.9', false],
  ['22.18.0', true],
  ['23.0.0', true],
  ['24.21.0', true],
])('Node %s runs TypeScript as it is: %s', (version, expected) => {
  expect(isNewEnough(version)).toBe(expected)
})
