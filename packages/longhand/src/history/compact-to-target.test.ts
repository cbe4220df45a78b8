import { expect, test } from 'vitest'
import { assistant, user } from '../core/message.ts'
import { compactToTarget } from './compact-to-target.ts'

/** More facts than any of the targets holds. */
const messages = Array.from({ length: 400 }, (_, at) => {
  const fact = `src/module${at}/file${at}.ts must answer in ${at * 7} ms, never call loader${at}() twice.`
  return at % 2 === 0 ? user(fact) : assistant(`Decided: ${fact}`)
})

test.each([2_000, 3_000, 5_000])(
  'C7 a target of %i tokens is met, what stands around the text included',
  async target => {
    const compacted = await compactToTarget(messages, { window: 64_000, target })
    expect(compacted.type).toBe('compacted')
    expect(compacted.used).toBeLessThanOrEqual(target)
    expect(compacted.used).toBeGreaterThan(target * 0.8)
  },
)
