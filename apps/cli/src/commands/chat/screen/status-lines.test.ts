import { statusLines } from 'longhand/internal/client'
import { expect, test } from 'vitest'
import { wordsOf } from '../../../text/line.ts'
import { statusLineRows } from './status-lines.ts'

test.each([
  [statusLines.doesNotFit('This does not fit. It is too long.', 5), '/trim 5   /compact'],
  [statusLines.doesNotFit('This does not fit. It is too long.'), 'too long.   /compact'],
  [statusLines.keyRefused('The key was refused. Check it.'), '/model offline/quoting'],
])('X, V13, W30 what a refusal offers is told as the commands that do it', (status, told) => {
  const text = statusLineRows(status, 0, 200).map(wordsOf).join('\n')
  expect(text).toContain(told)
})
