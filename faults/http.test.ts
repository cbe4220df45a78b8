import { expect, test } from 'vitest'
import { faultsOf, fireAll } from './http.ts'

test('F6, S, H4.38 requests that nobody should send: no crash, no bug, no foreign, no long silence', async () => {
  const fired = await fireAll(200, 4711, 6_000)
  const { wide = [], ...others } = Object.fromEntries(fired.outcomes)
  expect(Object.values(others).flat()).toHaveLength(200)
  expect(wide).toHaveLength(24)
  expect(faultsOf(fired), JSON.stringify({ bugs: fired.bugs, intruders: fired.intruders }).slice(0, 2_000)).toBe(0)
  // Time of the processor, so that it is the same on a machine that others use; the full run holds it to milliseconds.
  expect(fired.loop.busyMs).toBeLessThan(Math.max(200, 2.5 * fired.ordinary.busyMs))
})
