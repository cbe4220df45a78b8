import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commands, parseCommand } from './command.ts'

test.each([
  ['/compact', { type: 'compact', flags: [], instructions: null }],
  ['/compact --force', { type: 'compact', flags: ['force'], instructions: null }],
  [
    '/compact --force --fast keep the API decisions',
    { type: 'compact', flags: ['force', 'fast'], instructions: 'keep the API decisions' },
  ],
  ['/Compact --preview', { type: 'compact', flags: ['preview'], instructions: null }],
  ['/save-progress', { type: 'save-progress', label: null }],
  ['/save-progress "completed auth feature"', { type: 'save-progress', label: 'completed auth feature' }],
  ['/restore cp_7k2', { type: 'restore', id: 'cp_7k2' }],
  ['/protect 24', { type: 'protect', number: 24 }],
  ['/trim ¶ 31', { type: 'trim', number: 31 }],
  ['/unprotect ¶ 24', { type: 'unprotect', number: 24 }],
  ['/model claude-sonnet-4-5', { type: 'model', name: 'claude-sonnet-4-5' }],
  ['/export md', { type: 'export', format: 'md' }],
  ['/undo', { type: 'undo' }],
  ['  /help  ', { type: 'help' }],
])('M %s is understood', (line, command) => {
  expect(parseCommand(line)).toEqual(command)
})

test.each([
  ['/compcat', 'No command /compcat. Did you mean /compact?'],
  ['/compat', 'No command /compat. Did you mean /compact?'],
  ['/restroe x', 'No command /restroe. Did you mean /restore?'],
  ['/xylophone', 'No command /xylophone. /help lists the commands.'],
  ['/protect', '/protect needs a message number, for example /protect 21.'],
  ['/protect zero', '/protect needs a message number, for example /protect 21.'],
  ['/protect 0', '/protect needs a message number, for example /protect 21.'],
  ['/restore', '/restore needs the id of a checkpoint, for example /restore cp_7k2.'],
  ['/export pdf', '/export needs md or json, for example /export md.'],
  ['/compact --frce', '/compact has no flag --frce. Did you mean --force?'],
  ['/undo twice', '/undo takes no arguments; leave out "twice".'],
  ['/', 'Type a command after the slash. /help lists them.'],
])('M %s is answered with one line', (line, sentence) => {
  expect(parseCommand(line)).toEqual({ type: 'mistake', sentence })
})

test.each([['hello'], ['/usr/bin/env is missing'], ['//'], ['/1'], ['']])('M "%s" is ordinary text', line => {
  expect(parseCommand(line)).toBeNull()
})

test('M any line is a command, a mistake of one short line, or text', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map(text => `/${text}`),
      ),
      line => {
        const parsed = parseCommand(line)
        if (parsed?.type === 'mistake') expect(parsed.sentence).toMatch(/^[^\n]{1,160}$/)
      },
    ),
    { numRuns: 2000 },
  )
})

test('M every command of the menu is understood when used as its help shows', () => {
  for (const { usage, name } of commands) {
    const line = usage
      .replace(/\s*\[.*$/, '')
      .replace('ID', 'cp_1')
      .replace('NAME', 'x')
      .replace(/\bN\b/, '3')
      .replace('md|json', 'md')
    expect(parseCommand(line)).toMatchObject({ type: name })
  }
})
