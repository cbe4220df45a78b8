import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const program = new URL('../testing/feed-heap.child.ts', import.meta.url).pathname

test('W6 a live feed keeps nothing of the notices that it has told', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', program, '40000'])
  const { heard, bytesPerNotice } = JSON.parse(stdout)
  // Pings look the same to whoever counts lines.
  expect(heard).toBeGreaterThanOrEqual(60_000)
  // One small object for each notice would be 50 bytes and more; what is left is the noise of 40,000 requests to the heap.
  expect(bytesPerNotice).toBeLessThan(20)
})
