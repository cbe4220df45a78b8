import { commands } from 'longhand'
import { type Line, line, span } from '../text/line.ts'
import type { Reading } from './reader-lines.ts'

/** All commands and keys of the chat. */
export function helpReading(): Reading {
  const groups = ['context', 'checkpoints', 'conversation'] as const
  const lines = groups.flatMap((group): readonly Line[] => [
    line(' ', span(group, 'strong')),
    ...commands.filter(one => one.group === group).map(({ usage, does }) => row(usage, does)),
    line(),
  ])
  return {
    title: 'Commands and keys',
    right: '',
    lines: [...lines, line(' ', span('keys', 'strong')), ...keys.map(([key, does]) => row(key, does))],
    keys: [],
  }
}

/** A long usage has its explanation on a line of its own. */
const row = (name: string, does: string): Line =>
  name.length > nameColumns
    ? line('   ', span(name, 'you'), '  ', does)
    : line('   ', span(name.padEnd(nameColumns), 'you'), does)

const nameColumns = 24

const keys: readonly (readonly [string, string])[] = [
  ['Enter', 'Send'],
  ['Alt-Enter, Ctrl-J', 'New line'],
  ['Esc', 'Close the menu, cancel condensing, stop the answer'],
  ['Ctrl-K', 'Checkpoints'],
  ['Ctrl-V', 'What the model sees'],
  ['Ctrl-O', 'Open or close what was kept at the divider'],
  ['Ctrl-T', 'Open or close tool calls'],
  ['Ctrl-B', 'Branches'],
  ['Ctrl-P', 'Earlier messages'],
  ['Ctrl-R', 'Refresh, try again or retry the answer'],
  ['Ctrl-G', 'Continue an answer that was cut off'],
  ['Ctrl-L', 'Draw the screen anew'],
  ['Ctrl-C', 'Quit; what is being written goes on'],
]
