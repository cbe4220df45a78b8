import { texts } from 'longhand/internal/client'
import { commands } from 'longhand/internal/core'
import { type Line, line, span } from '../../../text/line.ts'
import * as wording from '../../../words/screens.ts'
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
    title: texts.commandsAndKeys,
    right: '',
    lines: [...lines, line(' ', span(wording.keysTitle, 'strong')), ...keys.flatMap(([key, does]) => rows(key, does))],
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
  ['Enter', wording.send],
  ['Alt-Enter, Ctrl-J', wording.newLine],
  ['Esc', wording.escapeKey],
  ['Ctrl-K', texts.checkpoints],
  ['Ctrl-V', texts.whatTheModelSees],
  ['Ctrl-O', wording.keptKey],
  ['Ctrl-T', wording.callsKey],
  ['Ctrl-B', texts.branches],
  ['Ctrl-P', wording.earlierKey],
  ['Ctrl-R', wording.retryKey],
  ['Ctrl-G', wording.continueKey],
  ['Ctrl-L', wording.redrawKey],
  ['Ctrl-C', wording.quitKey],
]
