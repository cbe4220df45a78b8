import { type ReactNode, useEffect, useState } from 'react'
import { CopyButton } from '../controls/CopyButton.tsx'
import { useIsDark } from '../hooks/use-is-dark.ts'
import { type DrawnDiagram, useRenderer } from '../provider/renderers.ts'
import * as words from '../words/text.ts'
import { CodeBlock } from './CodeBlock.tsx'
import './Diagram.css'

type Props = { readonly source: string; readonly name: string }

/** W13 a diagram as a picture, or its source; its source alone when it cannot be drawn, with the reason. */
export function Diagram({ source, name }: Props): ReactNode {
  const drawing = useDrawing(source)
  const [isSourceShown, showSource] = useState(false)
  if (drawing.state === 'none') return <CodeBlock code={source} name={name} />
  if (drawing.state === 'failed') {
    return (
      <>
        <CodeBlock code={source} name={name} />
        <p className="diagram-failure">
          {words.theDiagramCannotBeDrawn} {drawing.sentence}
        </p>
      </>
    )
  }
  const toggle = (
    <button
      type="button"
      className="btn quiet small"
      aria-pressed={isSourceShown}
      onClick={() => showSource(!isSourceShown)}
    >
      {words.source}
    </button>
  )
  if (isSourceShown) return <CodeBlock code={source} name={name} action={toggle} />
  const { src, width, height } = drawing.diagram
  return (
    <figure className="code diagram">
      <div className="code-bar">
        <code>{name}</code>
        <span className="grow" />
        {toggle}
        <CopyButton text={source} label={words.copyTheSource} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse. */}
      <div className="diagram-sheet" tabIndex={0}>
        <img src={src} width={Math.ceil(width)} height={Math.ceil(height)} alt={words.diagram} />
      </div>
    </figure>
  )
}

type Drawing =
  | { readonly state: 'none' }
  | { readonly state: 'drawn'; readonly diagram: DrawnDiagram }
  | { readonly state: 'failed'; readonly sentence: string }

function useDrawing(source: string): Drawing {
  const draw = useRenderer('diagram')
  const theme = useIsDark() ? 'dark' : 'light'
  const [drawing, show] = useState<Drawing>({ state: 'none' })
  useEffect(() => {
    if (draw === null || source.length > maxLength) return
    let isMounted = true
    draw(source, theme).then(
      diagram => isMounted && show({ state: 'drawn', diagram }),
      error => isMounted && show({ state: 'failed', sentence: error instanceof Error ? error.message : String(error) }),
    )
    return () => {
      isMounted = false
    }
  }, [draw, source, theme])
  return drawing
}

/** Longer ones are shown as they are written. */
const maxLength = 20_000
