import { commands } from 'longhand/internal/core'
import { type Line, line, span } from '../../../text/line.ts'
import type { ReaderContent } from './reader-lines.ts'

/** All commands and keys of the chat. */
export function helpPage(): ReaderContent {
  const groups = ['context', 'checkpoints', 'conversation'] as const
  const lines = groups.flatMap((group): readonly Line[] => [
    line(' ', span(group, 'strong')),
    ...commands.filter(one => one.group === group).flatMap(({ usage, description }) => rows(usage, description)),
    line(),
  ])
  return {
    title: 'Commands and keys',
    right: '',
    lines: [...lines, line(' ', span('keys', 'strong')), ...keys.flatMap(([key, does]) => rows(key, does))],
    keys: [],
  }
}

/** A usage that is too long has its explanation on the next line. */
function rows(name: string, does: string): readonly Line[] {
  const usage = span(name.padEnd(nameColumns), 'you')
  return name.length < nameColumns
    ? [line('   ', usage, does)]
    : [line('   ', usage), line(' '.repeat(nameColumns + 3), does)]
}

const nameColumns = 24

const keys: readonly (readonly [string, string])[] = [
  ['Enter', 'Send'],
  ['Alt-Enter, Ctrl-J', 'New line'],
  ['Esc', 'Close the menu, cancel condensing, stop the answer'],
  ['Ctrl-K', 'Checkpoints'],
  ['Ctrl-V', 'What the model sees'],
  ['Ctrl-O', 'What was kept of the folded messages'],
  ['Ctrl-T', 'Open or close tool calls'],
  ['Ctrl-B', 'Branches'],
  ['Ctrl-P', 'Earlier messages'],
  ['Ctrl-R', 'Refresh, try again or retry the answer'],
  ['Ctrl-G', 'Continue an answer that was cut off'],
  ['Ctrl-L', 'Redraw the screen'],
  ['Ctrl-C', 'Quit; an answer in progress continues'],
]
