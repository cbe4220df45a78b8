import { answerBlocks, type Block, type StreamingAnswer } from 'longhand/internal/client'
import { type Line, line, span } from '../../../text/line.ts'
import { blockLines } from './block-lines.ts'
import { type Layout, withMargin } from './layout.ts'

/** Lines of which the first `settled` never look different again: those may be printed. */
export type PartlySettled = { readonly lines: readonly Line[]; readonly settled: number }

/** An answer while it is written. Without a note it continues the card above it. */
export function answerLines(answer: StreamingAnswer, note: string | null, layout: Layout): PartlySettled {
  const blocks = answerBlocks(answer.parts)
  const before = blocks.slice(0, -1).flatMap(block => blockLines(block, 'model', layout))
  const last = lastBlock(blocks.at(-1), layout)
  const settled = before.length + last.settled
  const body = withCaret([...before, ...last.lines], settled)
  return {
    lines: withMargin(body, { mark: 'shown', notes: note === null ? [] : [span(note, 'label')] }, layout),
    settled,
  }
}

/** Tool calls may still get their results; of a text, the line that is being written may still become something else. */
function lastBlock(block: Block | undefined, layout: Layout): PartlySettled {
  if (block === undefined) return { lines: [], settled: 0 }
  const lines = blockLines(block, 'model', layout)
  if (block.type !== 'text') return { lines, settled: 0 }
  const finished = block.text.slice(0, block.text.lastIndexOf('\n') + 1)
  if (finished.trim() === '') return { lines, settled: 0 }
  return { lines, settled: blockLines({ type: 'text', text: finished }, 'model', layout).length }
}

/** Adds the caret at the end of what is being written; settled lines have none. */
function withCaret(lines: readonly Line[], settled: number): readonly Line[] {
  if (lines.length === settled) return [...lines, line('█')]
  return [...lines.slice(0, -1), line(...lines.at(-1)!, '█')]
}
