import { expect, test } from 'vitest'
import { readEnvironment, wantsBrowser } from './environment.ts'

test('H6 without a word the server is for this machine, on a port of its choice, in the home folder', () => {
  expect(readEnvironment({})).toMatchObject({ hostname: '127.0.0.1', port: null, database: null })
  expect(readEnvironment({}).folder).toMatch(/\.longhand$/)
})

test('H6 the environment decides', () => {
  const variables = { LONGHAND_DATA: '/data', HOST: '::1', PORT: '8080', DATABASE_URL: 'postgres://x' }
  expect(readEnvironment(variables)).toMatchObject({
    folder: '/data',
    hostname: '::1',
    port: 8080,
    database: 'postgres://x',
  })
})

test.each(['http', '-1', '65536', '80.5'])('H6 PORT=%s is refused with what it must be', port => {
  expect(() => readEnvironment({ PORT: port })).toThrow(
    /^PORT: server\.port is .*; it must be a number from 0 to 65535/,
  )
})

test.each([
  [{}, { isTTY: true }, true],
  [{}, {}, false],
  [{ CI: '1' }, { isTTY: true }, false],
  [{ BROWSER: 'none' }, { isTTY: true }, false],
])('W8 with %o and %o the page opens by itself: %s', (variables, output, opens) => {
  expect(wantsBrowser(variables, output)).toBe(opens)
})
