import fc from 'fast-check'
import { expect, test } from 'vitest'
import { user } from '../core/message.ts'
import { carriedConstraints, parseSections, renderSections, type SectionName, sectionTitles } from './sections.ts'

test('C10 sections are rendered and read back, those without text left out', () => {
  const names = Object.keys(sectionTitles) as SectionName[]
  const section = fc.record({
    name: fc.constantFrom(...names),
    text: fc.constantFrom('', 'one', 'two\nlines', '- a\n- b'),
  })
  fc.assert(
    fc.property(fc.array(section, { maxLength: 6 }), sections => {
      expect(parseSections(renderSections(sections))).toEqual(sections.filter(({ text }) => text !== ''))
    }),
    { numRuns: 1000 },
  )
})

test('C10 headings in other words are known', () => {
  const text = '### Primary Request and Intent\nx\n# Key Technical Concepts\ny\n## Pending Tasks\nz\n## Whatever\nw'
  expect(parseSections(text).map(({ name }) => name)).toEqual(['goal', 'decisions', 'next'])
})

test('Q4 constraints of a summary that no message says are carried on; those with a ¶ come from messages', () => {
  const text =
    '## Constraints and preferences\n¶3 person: Never push.\n Always ask first.\n- Speak French.\n## State\nDone.'
  const messages = [{ number: 3, message: user('Never push.\nAlways ask first.') }]
  expect(carriedConstraints(text, messages)).toEqual(['- Speak French.'])
})
