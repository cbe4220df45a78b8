import { Component, lazy, type ReactNode, Suspense } from 'react'
import { PlainText } from './PlainText.tsx'
import './Prose.css'

const Markdown = lazy(() => import('./Markdown.tsx').then(({ Markdown }) => ({ default: Markdown })))

type Props = { readonly text: string; readonly writing?: true }

/** An answer as Markdown. Until the reader for it is loaded, and whenever it gives up, the words as they are. */
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

/** Markdown that nests without end or has no end takes a reader for ever; such texts are shown as they are. */
export const canRenderMarkdown = (text: string): boolean =>
  text.length < 100_000 && !/(?:> ?){40}|(?:[*+-] +){40}|[[(*_~`]{200}|^[ \t]{400}/m.test(text)

/** Shows something else when its children cannot be drawn. */
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
