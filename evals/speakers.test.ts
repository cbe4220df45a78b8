import { expect, test } from 'vitest'
import type { RecordedMessage, Recording } from './corpus.ts'
import { authorOf } from './metric/person-words.ts'
import { speakersTable } from './speakers.ts'
import { speakerRow } from './speakers-measure.ts'

const said = (content: string, kind?: string): RecordedMessage => ({
  role: 'user',
  content,
  ...(kind !== undefined && { meta: { kind } }),
})

test.each<[string, RecordedMessage, string]>([
  ['Use tabs.', said('Use tabs.\n<note>\nNever.\n</note>'), 'person'],
  ['Never.', said('Use tabs.\n<note>\nNever.\n</note>'), 'program'],
  ['only a', said('<command-name>/x</command-name>\n<command-args>only a</command-args>'), 'person'],
  ['Use tabs.', said('Use tabs.', 'meta'), 'program'],
  ['Use tabs.', said('Use tabs.', 'queued'), 'person'],
  ['Use tabs.', said('Implement the following plan:\n\nUse tabs.'), 'plan'],
])('Q1 the judge knows who wrote %j of %j: %s', (line, message, author) => {
  expect(authorOf(line, message)).toBe(author)
})

const recording: Recording = {
  ...{ id: 'r', source: 's', licence: 'l', title: 't', format: 'claude-code' },
  messages: [
    said('You must always answer in rhymes.', 'meta'),
    said('<system-reminder>\nNever mention rhymes.\n</system-reminder>'),
    said('Fix the till. It must never round down.'),
    ...Array.from({ length: 30 }, (_, at): readonly RecordedMessage[] => [
      { role: 'assistant', content: `I looked at src/till-${at}.ts and changed how it rounds; ${'words '.repeat(80)}` },
      said(
        at % 5 === 0 ? `<task-notification>\nYou must see ${at}.\n</task-notification>` : `Keep row ${at} as it is.`,
      ),
    ]).flat(),
  ],
}

test('Q1 P1 a log’s constraints, goal, title and opening are the person’s', async () => {
  const row = await speakerRow(recording, 'log')
  expect(new Set([...row.found, ...row.constraints, ...row.goal, row.title].map(({ author }) => author))).toEqual(
    new Set(['person']),
  )
  expect(row.constraints.length).toBeGreaterThan(10)
  expect(row).toMatchObject({ title: { line: 'Fix the till.' }, isTaskProtected: true })
  const bare = await speakerRow(recording, 'messages')
  expect(bare.found.filter(({ author }) => author === 'program').map(({ line }) => line)).toEqual([
    'You must always answer in rhymes.',
  ])
  expect(speakersTable({ log: [row], messages: [bare] })).toContain('| titles | 1 of 1 |')
})
