import { Fragment, type ReactNode } from 'react'
import { CodeBlock } from './CodeBlock.tsx'

/** Text as it was written, with every line break; fenced and inline code is shown as code. */
export function PlainText({ text }: { readonly text: string }): ReactNode {
  return text.split(/^```/m).map((block, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other key.
    <Fragment key={at}>{at % 2 === 1 ? fenced(block) : paragraph(block)}</Fragment>
  ))
}

function fenced(block: string): ReactNode {
  const end = block.indexOf('\n')
  const name = end < 0 ? block : block.slice(0, end)
  return <CodeBlock name={name.trim()} code={end < 0 ? '' : block.slice(end + 1).replace(/\n$/, '')} />
}

function paragraph(block: string): ReactNode {
  const text = block.replace(/^\n+|(?<!\n)\n+$/g, '')
  if (text === '') return null
  return (
    <p className="as-written" dir="auto">
      {text.split(/(`[^`\n]+`)/).map((part, at) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: as above.
        at % 2 === 1 ? <code key={at}>{part.slice(1, -1)}</code> : part,
      )}
    </p>
  )
}
