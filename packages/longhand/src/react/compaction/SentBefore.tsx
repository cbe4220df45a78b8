import type { ReactNode } from 'react'
import type { ProjectFileRow } from '../../client/api/project-contract.ts'
import type { ToolDefinition } from '../../client/api/tool-contract.ts'
import { formatNumber, pluralize } from '../../client/text/format.ts'
import { Icon } from '../controls/Icon.tsx'
import * as words from '../words/compaction.ts'
import * as everywhere from '../words/everywhere.ts'

type Props = {
  readonly instructions: string | null
  readonly files: readonly ProjectFileRow[]
  readonly tools: readonly ToolDefinition[]
  /** Tokens of the system prompt, and of the tools. */
  readonly tokens: { readonly system: number; readonly tools: number }
}

/** W15 what the model is sent before all messages, to be read whole: files, the system prompt, every tool that it may call. */
export function SentBefore({ instructions, files, tools, tokens }: Props): ReactNode {
  const ofFiles = files.reduce((sum, file) => sum + file.tokens, 0)
  return (
    <section className="sent-before" aria-label={words.sentBefore}>
      {files.length > 0 && (
        <details className="view-instructions">
          <summary>
            <Icon name="right" small /> {words.ofTheProject(pluralize(files.length, 'file'))}
            <span className="figure">
              {formatNumber(ofFiles)} {everywhere.tokensUnit}
            </span>
          </summary>
          {files.map(file => (
            <FileDetails key={file.name} file={file} />
          ))}
        </details>
      )}
      {instructions === null ? (
        files.length === 0 && <p>{words.noSystemPrompt}</p>
      ) : (
        <details className="view-instructions">
          <summary>
            <Icon name="right" small /> {words.instructionsBefore}
            <span className="figure">
              {formatNumber(Math.max(0, tokens.system - ofFiles))} {everywhere.tokensUnit}
            </span>
          </summary>
          <pre>{instructions}</pre>
        </details>
      )}
      {tools.length > 0 && (
        <details className="view-instructions">
          <summary>
            <Icon name="right" small /> {words.thatItMayCall(pluralize(tools.length, 'tool'))}
            <span className="figure">
              {formatNumber(tokens.tools)} {everywhere.tokensUnit}
            </span>
          </summary>
          {tools.map(tool => (
            <ToolDetails key={tool.name} tool={tool} />
          ))}
        </details>
      )}
    </section>
  )
}

function FileDetails({ file: { name, text, tokens } }: { readonly file: ProjectFileRow }): ReactNode {
  return (
    <details className="sent-tool">
      <summary>
        <Icon name="right" small /> <code>{name}</code>
        <span className="figure">
          {formatNumber(tokens)} {everywhere.tokensUnit}
        </span>
      </summary>
      <pre>{text}</pre>
    </details>
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
