import { type ReactNode, useMemo } from 'react'
import { CopyButton } from '../controls/CopyButton.tsx'
import * as words from '../words/text.ts'
import { highlight } from './highlight.ts'
import './CodeBlock.css'

type Props = { readonly code: string; readonly name: string; readonly action?: ReactNode }

/** Code with its language or file name, and a way to copy it. Long lines scroll sideways. */
export function CodeBlock({ code, name, action }: Props): ReactNode {
  const tokens = useMemo(() => highlight(code), [code])
  return (
    <div className="code">
      <div className="code-bar">
        <code>{name || 'text'}</code>
        <span className="grow" />
        {action}
        <CopyButton text={code} label={words.copyCode} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse. */}
      <pre tabIndex={0}>
        {tokens.map(({ kind, text }, at) =>
          kind === 'plain' ? (
            text
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no other key.
            <span key={at} className={`code-${kind}`}>
              {text}
            </span>
          ),
        )}
      </pre>
    </div>
  )
}
