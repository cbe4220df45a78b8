import { expect, test } from 'vitest'
import { acceptPreview } from './accept-preview.ts'

const shown = { folding: [2, 3, 4, 5], text: '## Goal\nThe lamp is lit at dusk.' }

test('C14 what was read is asked for: its text, and no message after the last that it folds', () => {
  expect(acceptPreview({ force: true, instructions: 'Keep names.' }, shown)).toEqual({
    force: true,
    instructions: 'Keep names.',
    upTo: 5,
    text: shown.text,
  })
})

test('C14, C16 what the person has chosen to keep or fold stays their choice', () => {
  expect(acceptPreview({ keep: [3] }, shown)).toEqual({ force: true, keep: [3], text: shown.text })
  expect(acceptPreview({ fold: [2, 3] }, shown)).toEqual({ force: true, fold: [2, 3], text: shown.text })
  expect(acceptPreview({ upTo: 4 }, shown)).toEqual({ force: true, upTo: 4, text: shown.text })
  expect(acceptPreview({ keep: [] }, shown)).toMatchObject({ upTo: 5 })
})

// A call takes about 120,000 arguments; a list of more must never be spread into one.
test('C14 a preview that folds very many messages is accepted', () => {
  const folding = Array.from({ length: 300_000 }, (_, at) => at + 1)
  expect(acceptPreview({}, { folding, text: null })).toMatchObject({ upTo: 300_000 })
})
