import type { ReactNode } from 'react'
import { Icon } from '../controls/Icon.tsx'
import { PlainText } from '../text/PlainText.tsx'

/** The reasoning of the model, collapsed. */
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
