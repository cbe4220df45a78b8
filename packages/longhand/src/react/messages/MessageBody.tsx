import type { ReactNode } from 'react'
import type { Block } from '../../client/screen/blocks.ts'
import { PlainText } from '../text/PlainText.tsx'
import { Prose } from '../text/Prose.tsx'
import { Attachment } from './Attachment.tsx'
import { Reasoning } from './Reasoning.tsx'
import { ToolCalls } from './ToolCalls.tsx'

type Props = {
  readonly blocks: readonly Block[]
  /** A person's message is plain text; an answer is Markdown. */
  readonly by: 'person' | 'model'
  readonly writing?: true
}

/** The content of a message, block by block. */
export function MessageBody({ blocks, by, writing }: Props): ReactNode {
  return blocks.map((block, at) => {
    const last = writing && at === blocks.length - 1
    // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever added at the end.
    return <BlockContent key={at} block={block} by={by} {...(last ? { writing: true } : {})} />
  })
}

function BlockContent({ block, by, writing }: { readonly block: Block } & Omit<Props, 'blocks'>): ReactNode {
  switch (block.type) {
    case 'text':
      if (by === 'model') return <Prose text={block.text} {...(writing ? { writing } : {})} />
      return (
        <div className="prose">
          <PlainText text={block.text} />
        </div>
      )
    case 'reasoning':
      return <Reasoning text={block.text} />
    case 'calls':
      return <ToolCalls calls={block.calls} />
    case 'file':
      return <Attachment file={block.file} />
    case 'opaque':
      return <span className="tag">{block.kind}</span>
  }
}
