import { type Block, pluralize } from 'longhand/internal/client'
import { clean } from '../../../text/clean.ts'
import { type Line, line, span } from '../../../text/line.ts'
import * as wording from '../../../words/screens.ts'
import { callLines } from './call-lines.ts'
import { type Layout, textColumns } from './layout.ts'
import { plainProse, prose } from './prose.ts'

/** The parts of a message as lines, in order. */
export function blockLines(block: Block, who: 'you' | 'model' | 'system', layout: Layout): readonly Line[] {
  const columns = textColumns(layout)
  switch (block.type) {
    case 'text': {
      const text = clean(block.text).replace(/^\n+/, '').trimEnd()
      return who === 'model' ? prose(text, columns) : plainProse(text, columns, who === 'you' ? 'you' : 'label')
    }
    case 'reasoning':
      return [line(span(wording.reasoning(pluralize(block.text.match(/\S+/g)?.length ?? 0, 'word')), 'label'))]
    case 'calls':
      return callLines(block.calls, columns, layout.calls)
    case 'file':
      return [line(span(wording.file(clean(block.file.name ?? ''), clean(block.file.mediaType)), 'label'))]
    case 'opaque':
      return [line(span(`▸ ${clean(block.kind)}`, 'label'))]
  }
}
