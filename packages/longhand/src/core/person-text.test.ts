import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstWords } from './first-words.ts'
import { assistant, type Message, user } from './message.ts'
import { isFromPerson, personText } from './person-text.ts'
import { splitByAuthor } from './program-text.ts'

const codexStart = `# AGENTS.md instructions for /shop

<INSTRUCTIONS>
Never push to main.
</INSTRUCTIONS>`

const command = (name: string, args: string): string =>
  `<command-message>${name}</command-message>\n<command-name>/${name}</command-name>\n<command-args>${args}</command-args>`

test.each([
  [
    'Claude Code, a reminder',
    '<system-reminder>\nYou must use tools.\n</system-reminder>\nFix the till.',
    'Fix the till.',
  ],
  ['Claude Code, two in a row', '<bash-stdout>ok</bash-stdout><bash-stderr>must not fail</bash-stderr>', ''],
  [
    'Claude Code, a subagent',
    '<task-notification>\n<task-id>a1</task-id>\n<result>Always rebase.</result>\n</task-notification>',
    '',
  ],
  ['Claude Code, a command with words', command('review', 'only the parser'), 'only the parser'],
  ['Claude Code, a command alone', '<command-name>/exit</command-name>\n            <command-args></command-args>', ''],
  [
    'Claude Code, its own summary',
    'This session is being continued from a previous conversation that ran out of context. Never …',
    '',
  ],
  ['Claude Code, a stop', '[Request interrupted by user]\nuse tabs instead', 'use tabs instead'],
  ['Claude Code, a skill', 'Base directory for this skill: /skills/till\n\nAlways count twice.', ''],
  ['Codex, instructions', codexStart, ''],
  ['Codex, environment', '<environment_context>\n  <cwd>/shop</cwd>\n</environment_context>', ''],
  ['Codex, a skill', '<skill>\n<name>till</name>\nNever round.\n</skill>', ''],
  [
    'Codex, the editor',
    '# Context from my IDE setup:\n\n## Open tabs:\n- a.ts: must.ts\n\n## My request for Codex:\nRound up.',
    'Round up.',
  ],
  ['opencode, a file', 'Called the Read tool with the following input: {"filePath":"/shop/a.ts"}', ''],
  ['opencode, a nudge', 'Summarize the task tool output above and continue with your task.', ''],
  [
    'cline, the task',
    '<task>\nAdd a till.\n</task>\n\n<environment_details>\n# Must\n</environment_details>',
    'Add a till.',
  ],
  ['cline, a result', "[read_file for 'a.ts'] Result:\nconst never = 1", ''],
  [
    'cline, resumed',
    '[TASK RESUMPTION] This task was interrupted. You must go on.\n<user_message>\nno, stop\n</user_message>',
    'no, stop',
  ],
  ['Copilot', '<current_datetime>2026-01-01</current_datetime>\n\ninstead of tills, carts', 'instead of tills, carts'],
  [
    'nobody, an element that never ends',
    '<system-reminder>\nI wrote this myself',
    '<system-reminder>\nI wrote this myself',
  ],
  ['nobody, markup of one’s own', '<form>\n<must-have/>\n</form> must stay', '<form>\n<must-have/>\n</form> must stay'],
])('Q1 the person’s words in a message of %s', (_, text, words) => {
  expect(personText(user(text))).toBe(words)
})

test('Q1 what a log says about its author counts for the whole part, and a file is the person’s', () => {
  const parts = [
    { type: 'text', text: 'You must never stop.', author: 'program' },
    { type: 'text', text: 'Go on.' },
  ] as const
  expect(personText({ role: 'user', parts })).toBe('Go on.')
  expect(isFromPerson({ role: 'user', parts: [parts[0]] })).toBe(false)
  const file = { type: 'file', mediaType: 'image/png', name: null, source: { type: 'url', url: 'x' } } as const
  expect(isFromPerson({ role: 'user', parts: [parts[0], file] })).toBe(true)
})

test('Q1 whoever wrote them, the stretches of a text are the text', () => {
  const piece = fc.constantFrom(
    '<system-reminder>',
    '</system-reminder>',
    '<task>',
    '</task>',
    '\n',
    'words',
    '> ',
    ' ',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), pieces => {
      const text = pieces.join('')
      expect(
        splitByAuthor(text)
          .map(part => part.text)
          .join(''),
      ).toBe(text)
    }),
  )
})

test.each<[string, readonly Message[], string]>([
  [
    'Codex',
    [user(codexStart), user('<environment_context>\n</environment_context>'), user('Fix the till.')],
    'Fix the till.',
  ],
  ['a command with words', [user(command('review', 'the parser')), user('later')], '/review the parser'],
  ['a command, and words later', [user(command('review', '')), assistant('Done.'), user('Now push.')], 'Now push.'],
  ['a command alone', [user(command('review', '')), assistant('Done.')], '/review'],
  ['nobody', [assistant('Hello.')], ''],
])('K9 the first words of %s', (_, messages, words) => {
  expect(firstWords(messages)).toBe(words)
})
