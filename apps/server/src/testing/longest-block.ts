import { monitorEventLoopDelay } from 'node:perf_hooks'

/**
 * What was done, and the longest time in which nobody else got their turn meanwhile, as a share of the whole: a machine
 * that is slow is slow at both. What is begun at once is not part of it, so that a body is not measured as it is made.
 */
export async function longestBlock<Value>(
  begin: () => Promise<Value>,
): Promise<{ readonly value: Value; readonly blocked: number }> {
  const doing = begin()
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const from = performance.now()
  const value = await doing
  delay.disable()
  return { value, blocked: delay.max / 1e6 / (performance.now() - from) }
}
