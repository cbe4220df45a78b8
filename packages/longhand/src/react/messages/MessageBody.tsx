import type { ReactNode } from 'react'
import type { Block } from '../../client/screen/blocks.ts'
import type { FilePart } from '../../core/message.ts'
import { Icon } from '../controls/Icon.tsx'
import { PlainText } from '../text/PlainText.tsx'
import { Prose } from '../text/Prose.tsx'
import * as words from '../words/messages.ts'
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

/** The reasoning of the model, collapsed. */
function Reasoning({ text }: { readonly text: string }): ReactNode {
  return (
    <details className="tools">
      <summary>
        <Icon name="right" small />
        {words.reasoning}
        <span className="tool-names">{text.slice(0, 120)}</span>
      </summary>
      <div className="reasoning">
        <PlainText text={text} />
      </div>
    </details>
  )
}

/** A file in a message. Inline images are shown; nothing is fetched. */
function Attachment({ file }: { readonly file: FilePart }): ReactNode {
  const { mediaType, name, source } = file
  const label = name ?? mediaType
  if (source.type === 'base64' && pictures.has(mediaType)) {
    return <img className="attachment" src={`data:${mediaType};base64,${source.data}`} alt={label} />
  }
  return (
    <span className="attachment tag">
      <Icon name="clip" small /> {label}
    </span>
  )
}

/** SVG can run scripts, so it is shown by its name. */
const pictures = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])
