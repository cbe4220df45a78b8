import { expect, test } from 'vitest'
import type { MessageEntry } from '../../core/entry.ts'
import { user } from '../../core/message.ts'
import { foldJob, foldTools } from '../../testing/fold-job.ts'
import { keptMark } from './fold-marks.ts'
import { writeFold } from './write-fold.ts'

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

test('Q4 a text of plain talk that leaves much out says so too', async () => {
  const told = [
    'On 3 May my sister Clara took the night train to Porto with her two children.',
    'Our neighbour Marek planted apple trees behind the old school in April.',
    'My daughter Ida was born in Gdansk on 12 June 2019, a week too early.',
    'I paid 640 euros for the piano that stands in the kitchen now.',
    'Grandfather worked as a baker in Turku until the winter of 1987.',
    'Next Thursday at nine the plumber comes to look at the boiler.',
    'We saw the whales near Bergen from a small red boat.',
    'Uncle Theo is allergic to walnuts and carries an injector with him.',
    'The dentist wants to see Paul again in October because of his braces.',
    'Last summer I walked from Ghent to Bruges along the canal in two days.',
  ]
  const span = told.map((text, at): MessageEntry => {
    const place = at + 1
    return { type: 'message', id: `m${place}`, depth: place, number: place, message: user(text), count: 30 }
  })
  const budget = { prose: 0, ledger: 80, minLedger: 0, maxLedger: 80 }
  const written = await writeFold(foldJob(span, { budget, length: 'whole-budget' }), foldTools(null))
  expect(written).toMatchObject({ type: 'written', retention: { required: 1 } })
  expect(written).toHaveProperty(
    'fold.text',
    expect.stringMatching(/^\[¶1–¶10 are shortened to what fits: \d+ of \d+ facts/),
  )
})
