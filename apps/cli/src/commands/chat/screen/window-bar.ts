import type { WindowStatus } from 'longhand'
import { windowLabel } from 'longhand/internal/client'
import { clip, type Line, line, type Span, type Style, span } from '../../../text/line.ts'

/** W1 how full the window is: used, free, where condensing starts, what the answer may take; on small screens the figures alone. */
export function windowBar(status: WindowStatus, condensesAt: number | null, columns: number): Line {
  const label = `${windowLabel(status)}${status.level === 'red' ? ' !' : ''}`
  const figures = span(label, status.level)
  if (columns < 60 || status.window === null) return clip(line(' ', figures), columns)
  const width = columns - Math.max(36, label.length + 4)
  return line(' ', ...cells(status, condensesAt, width), '  ', figures)
}

/** Neighbouring cells of one style are one span. */
function cells(
  { used, window, reserved, level }: WindowStatus,
  condensesAt: number | null,
  width: number,
): readonly Span[] {
  const cell = (share: number) => Math.round(Math.min(1, share) * width)
  const filled = cell(used / window!)
  const spoken = width - Math.max(reserved > 0 ? 1 : 0, cell(reserved / window!))
  const mark = condensesAt === null ? -1 : Math.floor(condensesAt * width)
  const spans: { text: string; style: Style }[] = []
  for (let at = 0; at < width; at++) {
    const text = at === mark ? '│' : at < filled ? '█' : at >= spoken ? '▒' : '░'
    const style = text === '█' ? level : 'label'
    const last = spans.at(-1)
    if (last?.style === style) last.text += text
    else spans.push({ text, style })
  }
  return spans
}
