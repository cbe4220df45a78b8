import type { ReactNode } from 'react'
import type { ToolDefinition } from '../../client/api/tool-contract.ts'
import { formatNumber, pluralize } from '../../client/text/format.ts'
import { Icon } from '../controls/Icon.tsx'

type Props = {
  readonly instructions: string | null
  readonly tools: readonly ToolDefinition[]
  /** Tokens of the system prompt, and of the tools. */
  readonly tokens: { readonly system: number; readonly tools: number }
}

/** W15 what the model is sent before all messages, to be read whole: the system prompt, and every tool that it may call. */
export function SentBefore({ instructions, tools, tokens }: Props): ReactNode {
  return (
    <section className="sent-before" aria-label="Sent before all messages">
      {instructions === null ? (
        <p>No system prompt. Instructions of a conversation or a project would stand here.</p>
      ) : (
        <details className="view-instructions">
          <summary>
            <Icon name="right" small /> Instructions, before all messages
            <span className="figure">{formatNumber(tokens.system)} tokens</span>
          </summary>
          <pre>{instructions}</pre>
        </details>
      )}
      {tools.length > 0 && (
        <details className="view-instructions">
          <summary>
            <Icon name="right" small /> {pluralize(tools.length, 'tool')} that it may call
            <span className="figure">{formatNumber(tokens.tools)} tokens</span>
          </summary>
          {tools.map(tool => (
            <ToolDetails key={tool.name} tool={tool} />
          ))}
        </details>
      )}
    </section>
  )
}

function ToolDetails({ tool: { name, description, schema } }: { readonly tool: ToolDefinition }): ReactNode {
  return (
    <details className="sent-tool">
      <summary>
        <Icon name="right" small /> <code>{name}</code>
        <span className="sent-tool-line">{description}</span>
      </summary>
      <p>{description}</p>
      <pre>{JSON.stringify(schema, null, 2)}</pre>
    </details>
  )
}
