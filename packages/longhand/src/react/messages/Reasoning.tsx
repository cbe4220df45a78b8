import type { ReactNode } from 'react'
import { Icon } from '../controls/Icon.tsx'
import { PlainText } from '../text/PlainText.tsx'

/** What the model thought before it answered, folded away. */
export function Reasoning({ text }: { readonly text: string }): ReactNode {
  return (
    <details className="tools">
      <summary>
        <Icon name="right" small />
        Reasoning
        <span className="tool-names">{text.slice(0, 120)}</span>
      </summary>
      <div className="reasoning">
        <PlainText text={text} />
      </div>
    </details>
  )
}
