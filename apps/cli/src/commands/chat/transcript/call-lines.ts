import { pluralize, type ToolCallBlock } from 'longhand/internal/client'
import { clean } from '../../../text/clean.ts'
import { clip, justify, type Line, line, type Span, span } from '../../../text/line.ts'
import * as wording from '../../../words/screens.ts'

/** Tool calls in a row: one line, or one each when they are open or one has failed. */
export function callLines(calls: readonly ToolCallBlock[], columns: number, mode: 'closed' | 'open'): readonly Line[] {
  const failed = calls.filter(({ outcome }) => outcome === 'error' || outcome === 'denied')
  const shown = mode === 'open' ? calls : failed
  const head = line(
    span(`${shown.length > 0 ? '▾' : '▸'} ${pluralize(calls.length, wording.toolCall)}  `, 'label'),
    span(calls.map(({ name }) => clean(name)).join(', '), 'label'),
    ' ',
    verdict(calls, failed.length),
  )
  return [clip(head, columns), ...shown.map(call => callLine(call, columns))]
}

function verdict(calls: readonly ToolCallBlock[], failed: number): Span {
  if (failed > 0) return span(wording.failedCalls(failed), 'red')
  if (calls.some(({ outcome }) => outcome === 'running')) return span('…', 'yellow')
  return calls.some(({ outcome }) => outcome === 'missing')
    ? span(`– ${wording.callNotAnswered}`, 'label')
    : span('✓', 'green')
}

function callLine({ name, argument, outcome, output }: ToolCallBlock, columns: number): Line {
  const left = line('  ', span(clean(name).padEnd(5), 'label'), ' ', firstLine(argument))
  return justify(left, line('  ', outcomeSpan(outcome, output)), columns)
}

function outcomeSpan(outcome: ToolCallBlock['outcome'], output: string): Span {
  switch (outcome) {
    case 'running':
      return span(wording.running, 'yellow')
    case 'missing':
      return span(wording.callNotAnswered, 'label')
    case 'denied':
      return span(wording.notAllowed, 'red')
    case 'error':
      return span(firstLine(output).slice(0, 40) || wording.failed, 'red')
    case 'ok':
      return span(output === '' ? wording.done : pluralize(output.trimEnd().split('\n').length, 'line'), 'label')
  }
}

const firstLine = (text: string): string => clean(text).trim().split('\n', 1)[0] ?? ''
