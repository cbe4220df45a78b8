import { expect, test } from 'vitest'
import { deadRuns, forgetRun, holdRun, type RunRegistry } from './own-runs.ts'

/** A browser whose tabs hold locks until they end. */
function openBrowser(): RunRegistry {
  const items = new Map<string, string>()
  const held = new Set<string>()
  return {
    storage: { getItem: key => items.get(key) ?? null, setItem: (key, value) => void items.set(key, value) },
    locks: {
      request: (async (name: string, hold: () => Promise<void>) => {
        held.add(name)
        await hold()
        held.delete(name)
      }) as never,
      query: async () => ({ held: [...held].map(name => ({ name, mode: 'exclusive' })), pending: [] }),
    },
  }
}

const silent = (run: string) => ({
  ...{ run, conversation: 'c', title: 'Title', checkpoint: null, label: 'Title', at: '2026-11-16T12:00:00Z' },
  ...{ number: 2, preview: null },
})
const ids = async (registry: RunRegistry, ...runs: readonly string[]) =>
  (await deadRuns(runs.map(silent), registry)).map(({ run }) => run)

test('K7 a tab that is hidden, throttled or asleep is silent and lives: it is not offered', async () => {
  const browser = openBrowser()
  holdRun('hidden', browser)
  expect(await ids(browser, 'hidden')).toEqual([])
})

test('K7 a tab that died holds no lock any more: it is offered', async () => {
  const browser = openBrowser()
  const die = holdRun('crashed', browser)
  holdRun('hidden', browser)
  die()
  await new Promise(resolve => setTimeout(resolve, 1))
  expect(await ids(browser, 'crashed', 'hidden')).toEqual(['crashed'])
})

test('K7 a tab that left while the server could not be reached is silent there, and not offered', async () => {
  const browser = openBrowser()
  const leave = holdRun('left', browser)
  holdRun('crashed', browser)()
  forgetRun('left', browser)
  leave()
  await new Promise(resolve => setTimeout(resolve, 1))
  expect(await ids(browser, 'left', 'crashed')).toEqual(['crashed'])
})

test('K7 what is silent on another machine may be asleep: it is not offered here', async () => {
  expect(await ids(openBrowser(), 'elsewhere')).toEqual([])
})

test('K7 without locks, on an address that is not secure, the silence of an own tab counts', async () => {
  const browser = { ...openBrowser(), locks: null }
  holdRun('own', browser)
  expect(await ids(browser, 'own', 'elsewhere')).toEqual(['own'])
})

test('K7 a browser that forbids its storage offers nothing and fails at nothing', async () => {
  const forbid = () => {
    throw new Error('Forbidden.')
  }
  const browser = { ...openBrowser(), storage: { getItem: forbid, setItem: forbid } }
  holdRun('own', browser)
  expect(await ids(browser, 'own')).toEqual([])
})
