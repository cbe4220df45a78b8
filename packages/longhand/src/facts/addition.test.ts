import { expect, test } from 'vitest'
import { longConversation } from '../testing/samples/long-conversation.sample.ts'
import { countByLine } from '../tokens/count-by-line.ts'
import { type AdditionContext, additionSizes, type QuotedSection, renderAddition } from './addition.ts'
import { survey } from './choosing/survey.ts'

const sections: readonly QuotedSection[] = ['goal', 'constraints', 'record', 'state']

/** Passages in the order of choice, not of time, one of them twice. */
const passages = (() => {
  const all = survey(longConversation(6_000)).passages.filter((_, at) => at % 3 !== 0)
  const mixed = all.toSorted((a, b) => ((a.order * 7919) % 1009) - ((b.order * 7919) % 1009))
  return [...mixed.slice(0, 5), mixed[2]!, ...mixed.slice(5)]
})()

const contextWith = (given: Partial<AdditionContext>, carried: readonly string[] = []): AdditionContext => ({
  job: { messages: [], staying: new Set(), prose: null, budget: 0, targetRetention: 1, count: countByLine, carried },
  files: '',
  sectionOf: () => 'record',
  ...given,
})

test.each([
  ['in one section', contextWith({})],
  ['beside files', contextWith({ files: '/src/a.ts changed\n/src/b.ts read' })],
  ['in all sections', contextWith({ sectionOf: ({ quote }) => sections[quote.origin.number % 4]! }, ['Tabs only.'])],
  ['after the person’s own constraints', contextWith({}, ['Tabs only.', 'No semicolons.'])],
])('Q2 the size of what is quoted %s is known without writing it', (_, context) => {
  const sizeOf = additionSizes(context, passages)
  for (let many = 0; many <= passages.length; many += many < 40 ? 1 : 13)
    expect(sizeOf(many), `${many} passages`).toBe(countByLine(renderAddition(context, passages.slice(0, many), [])))
})
