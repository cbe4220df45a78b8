import { expect, test } from 'vitest'
import { outgrown } from '../packages/longhand/src/testing/outgrown.ts'

const library = new URL('../packages/longhand/src/testing/growth-subjects.ts', import.meta.url)

test.each([['of the library that reads many messages', library, { functions: 'messages' }]])(
  'every text function %s takes time in proportion to the text, whatever the text',
  async (_, subjects, data) => {
    const { checked, faults } = await outgrown(subjects, data)
    expect(faults.join('\n')).toBe('')
    expect(checked).toBeGreaterThan(30)
  },
  240_000,
)
