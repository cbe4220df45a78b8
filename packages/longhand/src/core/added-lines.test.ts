import { expect, test } from 'vitest'
import { addedLines } from './added-lines.ts'

test.each([
  ['a line more', 'Done.\nNever on Fridays.', ['Never on Fridays.']],
  ['a line twice, and one that moved', '  Never on Fridays.\nDone.\nNever on Fridays.', ['Never on Fridays.']],
  ['a line below a heading of its own', 'Done.\n\n## Deploys\n- Never on Fridays.', ['- Never on Fridays.']],
  ['a line that was changed', 'Done by Heron.', ['Done by Heron.']],
  ['a line less', '', []],
])('C22 what a person has written is found: %s', (_, text, expected) => {
  expect(addedLines(text, '## State\nDone.')).toEqual(expected)
})
