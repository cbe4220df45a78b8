import { clean } from '../../../text/clean.ts'
import { clip, columnsOf, type Line, line, span } from '../../../text/line.ts'

/** As many keys as fit; and the model at the right edge, when there is room. */
export function keyLine(keys: readonly string[], columns: number, model = ''): Line {
  const words = line(span(` ${fitting(keys, columns - 1).join('   ')}`, 'label'))
  const right = clean(model)
  const room = columns - columnsOf(words) - right.length - 1
  return room < 2 || right === '' ? clip(words, columns) : line(...words, ' '.repeat(room), span(right, 'label'))
}

/** Drops keys from the end, but never the last one, which leaves the page. */
function fitting(keys: readonly string[], columns: number): readonly string[] {
  const words = keys.join('   ')
  return words.length <= columns || keys.length < 3 ? keys : fitting([...keys.slice(0, -2), keys.at(-1)!], columns)
}
