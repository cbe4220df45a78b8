import type { ReactNode } from 'react'
import type { ToolCallBlock } from '../../client/screen/blocks.ts'
import { pluralize } from '../../client/text/format.ts'
import { Icon } from '../controls/Icon.tsx'
import * as words from '../words/messages.ts'
import './ToolCalls.css'

/** Consecutive tool calls, collapsed to names and outcome; a failed call is expanded. */
export function ToolCalls({ calls }: { readonly calls: readonly ToolCallBlock[] }): ReactNode {
  const failed = calls.filter(({ outcome }) => outcome === 'error').length
  const running = calls.some(({ outcome }) => outcome === 'running')
  return (
    <details className="tools" open={failed > 0}>
      <summary>
        <Icon name="right" small />
        {pluralize(calls.length, words.toolCall)}
        <span className="tool-names">{calls.map(({ name }) => name).join(', ')}</span>
        <span className="tool-end">{running ? words.callRunning : <Outcome failed={failed} />}</span>
      </summary>
      {calls.map(call => (
        <ToolCall key={call.id} call={call} />
      ))}
    </details>
  )
}

function Outcome({ failed }: { readonly failed: number }): ReactNode {
  return failed > 0 ? (
    <span className="bad">
      {failed} {words.callFailed}
    </span>
  ) : (
    <span className="good">
      <Icon name="check" small /> {words.allSucceeded}
    </span>
  )
}

function ToolCall({ call }: { readonly call: ToolCallBlock }): ReactNode {
  const { name, argument, outcome, input, output } = call
  return (
    <details className="tool" open={outcome === 'error'}>
      <summary>
        <b>{name}</b>
        <code>{argument}</code>
        <span className={outcome === 'error' ? 'tool-end bad' : 'tool-end'}>{outcomes[outcome](output)}</span>
      </summary>
      {input !== '' && <pre>{input}</pre>}
      {output !== '' && <pre>{output}</pre>}
    </details>
  )
}

const outcomes: Readonly<Record<ToolCallBlock['outcome'], (output: string) => string>> = {
  running: () => words.callRunning,
  ok: output => pluralize(output === '' ? 0 : output.split('\n').length, words.line),
  error: () => words.callFailed,
  denied: () => words.callDenied,
  missing: () => words.noResult,
}
