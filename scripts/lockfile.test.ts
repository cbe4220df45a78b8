import { expect, test } from 'vitest'
import { lockfileFaults } from './lockfile.mjs'

test('an optional package that the lockfile lacks is named', () => {
  const faults = lockfileFaults({
    'node_modules/a': { optionalDependencies: { 'a-linux': '1', 'a-mac': '1', b: '1' } },
    'node_modules/a/node_modules/b': { version: '1' },
    'node_modules/a-linux': { version: '1' },
  })
  expect(faults).toEqual(['node_modules/a asks for a-mac, which the lockfile lacks: pin a version that has it.'])
})

test('a second copy of zod is named, a package that only ends like it is not', () => {
  const faults = lockfileFaults({
    'node_modules/zod': { version: '4' },
    'node_modules/x/node_modules/zod': { version: '4' },
    'node_modules/not-zod': { version: '1' },
    'node_modules/@x/zod': { version: '1' },
  })
  expect(faults).toEqual(['zod is there 2 times: node_modules/zod, node_modules/x/node_modules/zod.'])
})
