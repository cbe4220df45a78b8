import { expect, test } from 'vitest'
import type { SummaryRequest } from '../engine/ports/summariser.ts'
import { transcript } from '../facts/transcript.ts'
import { sampleConversation } from '../testing/samples/conversation.sample.ts'
import { createPrompts, partialNames } from './create-prompts.ts'
import { makeTemplates } from './make.ts'
import { ownTemplates } from './own-templates.generated.js'
import { defaultPrompts } from './prompts.ts'

const request: SummaryRequest = {
  form: 'summary',
  transcript: transcript(sampleConversation().slice(0, 4), { fence: 'k7q2', limit: 120 }),
  fence: 'k7q2',
  previous: null,
  instructions: null,
  complaint: null,
  tag: 'summary',
  maxTokens: 2000,
  view: null,
}

const both = (asked: SummaryRequest): string => {
  const { system, user } = defaultPrompts.cold(asked)
  return `${system}\n\n=== and then ===\n\n${user}\n`
}

test.each([
  ['summary', request],
  [
    'summary-on-a-summary',
    { ...request, previous: '## Goal\nA limiter. {{not a template}}', instructions: 'keep the API decisions' },
  ],
  ['digest', { ...request, form: 'digest' }],
  ['part', { ...request, form: 'part' }],
  ['merge', { ...request, form: 'merge', complaint: 'The last answer held no text.' }],
] as const)('C9 what a summariser is asked: %s', async (name, asked) => {
  await expect(both(asked)).toMatchFileSnapshot(`./${name}.golden.txt`)
  expect(createPrompts().cold(asked)).toEqual(defaultPrompts.cold(asked))
})

test('C8 what is added to a warm request', async () => {
  const asked = { ...request, view: [], instructions: 'keep the API decisions' }
  await expect(defaultPrompts.warm(asked)).toMatchFileSnapshot('./warm.golden.txt')
  expect(createPrompts().warm(asked)).toBe(defaultPrompts.warm(asked))
})

test('C9 the prompts that are shipped as data are those of the templates: npx node packages/longhand/src/prompts/make.ts', () => {
  expect(ownTemplates).toEqual(makeTemplates())
})

test('C9 the block of the source document is valid as it stands', () => {
  const own = createPrompts({ template: '{{> system-prompt-context-summarizer.hbs }}' })
  expect(own.cold(request)).toEqual(defaultPrompts.cold(request))
})

test('C9 a template of one’s own replaces the task; one that shows the transcript is the whole request', () => {
  expect(createPrompts({ template: 'In <{{summary_tag}}>, at most {{max_tokens}}.' }).cold(request)).toMatchObject({
    system: 'In <summary>, at most 2000.',
    user: expect.stringContaining('¶4 person'),
  })
  const whole = createPrompts({ template: 'Sum up: {{messages}} {{> house}}', partials: { house: 'Be brief.' } })
  expect(whole.cold(request)).toEqual({ system: '', user: `Sum up: ${request.transcript} Be brief.` })
})

test('C9 a whole request is given what it does not show: the record so far, instructions, the reason for another try', () => {
  const asked = { ...request, previous: 'A limiter.', instructions: 'Keep the API.', complaint: 'It was cut off.' }
  const { user } = createPrompts({ template: 'Sum up.\n{{messages}}\nIn English.' }).cold(asked)
  expect(user).toMatch(
    /^Sum up\.\nThis is the record so far[\s\S]*record begins\]\nA limiter\.\n\[k7q2 record ends\]\n\n\[k7q2 ¶1 [\s\S]*\nIn English\.\n\nThe person who asked for this record added: Keep the API\.\n\nIt was cut off\.$/,
  )
  const showing = '{{previous}} {{> mine}} {{instructions}} {{complaint}}'
  const own = createPrompts({ template: showing, partials: { mine: '{{{transcript}}}' } }).cold(asked)
  expect(own).toEqual({ system: '', user: `A limiter. ${request.transcript} Keep the API. It was cut off.` })
})

test('C9 the partials of a template are known by name', () => {
  expect(partialNames('{{> a.hbs }} {{#> b-c}}{{> d}}{{/b-c}} {{x}}')).toEqual(['a.hbs', 'b-c', 'd'])
  expect(partialNames('{{#if')).toEqual([])
})

test('C9 nothing in a transcript is escaped or run as a template', () => {
  const asked = { ...request, transcript: '<b> & {{max_tokens}} {{> system}}' }
  for (const prompts of [defaultPrompts, createPrompts()]) expect(prompts.cold(asked).user).toContain(asked.transcript)
})

test.each(['{{#if x}', '{{> nowhere}}'])(
  'H6 the template %j is refused when it is read, not when it is needed',
  template => {
    expect(() => createPrompts({ template })).toThrow(expect.objectContaining({ code: 'bad-config' }))
  },
)
