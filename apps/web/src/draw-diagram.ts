import * as words from './words.ts'

type Theme = 'light' | 'dark'
type DrawnDiagram = { readonly src: string; readonly width: number; readonly height: number }

/** W13 a Mermaid diagram as a picture. Rejects with a sentence when it cannot be drawn. */
export function drawDiagram(source: string, theme: Theme): Promise<DrawnDiagram> {
  const key = `${theme} ${source}`
  const known = drawn.get(key)
  if (known !== undefined) return known
  const drawing = requestDrawing(source, theme)
  drawn.set(key, drawing)
  if (drawn.size > maxKept) drawn.delete(drawn.keys().next().value ?? '')
  return drawing
}

/** What scrolls out of sight and back is not drawn again. */
const drawn = new Map<string, Promise<DrawnDiagram>>()
const maxKept = 100

type Answer = {
  readonly id: number | 'ready'
  readonly svg?: string
  readonly width?: number
  readonly height?: number
  readonly failure?: string
}

let lastId = 0

async function requestDrawing(source: string, theme: Theme): Promise<DrawnDiagram> {
  const id = ++lastId
  const frame = await openFrame()
  const answered = answerFrom(frame, id, 15_000)
  frame.contentWindow?.postMessage({ id, source, theme }, '*')
  const { svg, width, height, failure } = await answered
  if (svg === undefined || width === undefined || height === undefined) throw new Error(failure ?? words.cannotBeDrawn)
  // As a picture it runs nothing and loads nothing, whatever is in it.
  return { src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`, width, height }
}

let opening: Promise<HTMLIFrameElement> | null = null

/** One hidden frame draws all diagrams of the page. */
function openFrame(): Promise<HTMLIFrameElement> {
  opening ??= (async () => {
    const frame = document.createElement('iframe')
    frame.setAttribute('sandbox', 'allow-scripts')
    frame.className = 'diagram-frame'
    frame.title = words.drawsDiagrams
    frame.ariaHidden = 'true'
    frame.tabIndex = -1
    frame.src = '/diagrams/frame.html'
    const ready = answerFrom(frame, 'ready', 30_000)
    document.body.append(frame)
    await ready
    return frame
  })()
  opening.catch(closeFrame)
  return opening
}

/** Resolves with its answer. A frame that gives none is closed, and the next diagram opens a new one. */
function answerFrom(frame: HTMLIFrameElement, id: Answer['id'], timeoutMs: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      removeEventListener('message', hear)
    }
    const hear = ({ source, data }: MessageEvent<Answer>) => {
      if (source !== frame.contentWindow || data.id !== id) return
      stop()
      resolve(data)
    }
    const timer = setTimeout(() => {
      stop()
      closeFrame()
      reject(new Error(words.takesTooLong))
    }, timeoutMs)
    addEventListener('message', hear)
  })
}

function closeFrame(): void {
  for (const frame of document.querySelectorAll('.diagram-frame')) frame.remove()
  opening = null
}
