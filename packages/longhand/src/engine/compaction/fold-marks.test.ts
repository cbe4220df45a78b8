import { expect, test } from 'vitest'
import type { MessageEntry } from '../../core/entry.ts'
import { user } from '../../core/message.ts'
import { keptMark } from './fold-marks.ts'

const span = Array.from({ length: 20 }, (_, at): MessageEntry => {
  const place = at + 1
  return { type: 'message', id: `m${place}`, depth: place, number: place, message: user('Go on.'), count: 4 }
})
const marked = (kept: readonly number[]): string =>
  keptMark({ span, blank: { type: 'summary', span: { from: 1, to: 20 }, kept } })

test.each<[string, readonly number[], string]>([
  ['none', [], ''],
  ['one', [5], '[Kept word for word below this record: ¶5. Lines here with higher numbers came later.]\n\n'],
  ['the last ones, which come after all of the text', [19, 20], ''],
  ['all', span.map(({ depth }) => depth), ''],
  ['many', Array.from({ length: 15 }, (_, at) => at + 1), expect.stringContaining('¶11, ¶12 and 3 more. ')],
])('P3 what stays word for word is named where the text goes on after it: %s', (_, kept, mark) => {
  expect(marked(kept)).toEqual(mark)
})
