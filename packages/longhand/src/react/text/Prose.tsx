import { Component, lazy, type ReactNode, Suspense } from 'react'
import { PlainText } from './PlainText.tsx'
import './Prose.css'

const Markdown = lazy(() => import('./Markdown.tsx').then(({ Markdown }) => ({ default: Markdown })))

type Props = { readonly text: string; readonly writing?: true }

/** An answer as Markdown; as plain text until the renderer is loaded, and whenever it fails. */
export function Prose({ text, writing }: Props): ReactNode {
  const plain = <PlainText text={text} />
  return (
    <div className={writing ? 'prose writing' : 'prose'}>
      {canRenderMarkdown(text) ? (
        <Fallback instead={plain}>
          <Suspense fallback={plain}>
            <Markdown text={text} writing={writing ?? false} />
          </Suspense>
        </Fallback>
      ) : (
        plain
      )}
    </div>
  )
}

/** Deeply nested or very long Markdown would block the page; such texts are shown as plain text. */
export const canRenderMarkdown = (text: string): boolean =>
  text.length < 100_000 && !/(?:> ?){40}|(?:[*+-] +){40}|[[(*_~`]{200}|^[ \t]{400}/m.test(text)

/** Shows a fallback when its children cannot be rendered. */
class Fallback extends Component<
  { readonly instead: ReactNode; readonly children: ReactNode },
  { readonly failed: boolean }
> {
  override state = { failed: false }
  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true }
  }
  override render(): ReactNode {
    return this.state.failed ? this.props.instead : this.props.children
  }
}
