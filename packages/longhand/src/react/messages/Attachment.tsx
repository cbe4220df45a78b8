import type { ReactNode } from 'react'
import type { FilePart } from '../../core/message.ts'
import { Icon } from '../controls/Icon.tsx'

/** A file in a message. Inline images are shown; nothing is fetched. */
export function Attachment({ file }: { readonly file: FilePart }): ReactNode {
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
