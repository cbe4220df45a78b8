import { expect, test } from 'vitest'
import { outgrown } from '../packages/longhand/src/testing/outgrown.ts'

const library = new URL('../packages/longhand/src/testing/growth/subjects.ts', import.meta.url)
const programs = new URL('./house/text-functions-programs.ts', import.meta.url)

test.each([
  ['of the library, on every hostile text', library, { functions: 'many' }],
  ['of the library, on long texts', library, { functions: 'long' }],
  ['of the library that reads many messages', library, { functions: 'messages' }],
  ['of the server and the terminal', programs, null],
])(
  'every text function %s takes time in proportion to what it reads',
  async (_, subjects, data) => {
    const { checked, faults } = await outgrown(subjects, data)
    expect(faults.join('\n')).toBe('')
    expect(checked).toBeGreaterThan(30)
  },
  600_000,
)
