import { expect, test } from 'vitest'
import { createVirtualClock } from './virtual-clock.ts'

test('hours pass in moments, in order', async () => {
  const clock = createVirtualClock()
  const woken: string[] = []
  const later = clock.sleep(7_200_000).then(() => woken.push(`later at ${clock.now()}`))
  const sooner = clock.sleep(1_000).then(() => woken.push(`sooner at ${clock.now()}`))
  await clock.run(Promise.all([later, sooner]))
  expect(woken).toEqual(['sooner at 1000', 'later at 7200000'])
})

test('a signal wakes a sleeper before its time', async () => {
  const clock = createVirtualClock()
  const stop = new AbortController()
  const sleeping = clock.sleep(1_000, stop.signal)
  stop.abort()
  await sleeping
  expect(clock.now()).toBe(0)
})
