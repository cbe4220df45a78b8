import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { missingServerFlags, withoutServerEnvironment } from './node-settings.mjs'

const [young, growth, old] = ['--max-semi-space-size=16', '--heap-growing-percent=100', '--max-old-space-size=2000']

test.each([
  ['', [young, growth, old]],
  ['--import=x --max-old-space-size=8000', [young, growth]],
  ['--max_old_space_size=8000', [young, growth]],
  ['--max-heap-size=8000', [young, growth]],
  ['--max-semi-space-size=64', [growth, old]],
  [`${young} ${growth} ${old}`, []],
])('what somebody has set for Node stays: %s', (given, missing) => {
  expect(missingServerFlags(given)).toEqual(missing)
})

test('where Node allows itself less because there is little memory, that holds', async () => {
  const path = JSON.stringify(join(import.meta.dirname, 'node-settings.mjs'))
  const code = `import(${path}).then(({ missingServerFlags }) => require('node:worker_threads').parentPort.postMessage(missingServerFlags('')))`
  const small = new Worker(code, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 500 } })
  expect(await once(small, 'message')).toEqual([[young, growth]])
  await small.terminate()
})

const heapOf = (options: string) => {
  const say =
    '--import=data:text/javascript,console.error(process.getBuiltinModule(`v8`).getHeapStatistics().heap_size_limit/2**20)'
  const { stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), '--nonsense'], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: `${options} ${say}` },
  })
  return Number([...stderr.matchAll(/^\d+$/gm)].at(-1)![0])
}

test.skipIf(process.platform === 'win32')(
  'a server that is started without the settings starts again with them',
  () => {
    // Three young spaces of 16 MB count too.
    expect(heapOf('')).toBeLessThanOrEqual(2_048)
    expect(heapOf('--max-old-space-size=3000')).toBe(3_048)
  },
)

test('programs of others are not given what a server’s malloc is told', () => {
  expect(withoutServerEnvironment({ PATH: '/bin', MALLOC_ARENA_MAX: '2' })).toEqual({ PATH: '/bin' })
  expect(withoutServerEnvironment({ MALLOC_ARENA_MAX: '4' })).toEqual({ MALLOC_ARENA_MAX: '4' })
})
