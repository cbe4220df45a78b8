import { clean } from '../text/clean.ts'
import { clip, columnsOf, type Line, line, span } from '../text/line.ts'

/** What can be pressed, as much of it as fits; and the model at the right edge, when there is room. */
export function keyLine(keys: readonly string[], columns: number, model = ''): Line {
  const words = line(span(` ${keys.join('   ')}`, 'label'))
  const right = clean(model)
  const room = columns - columnsOf(words) - right.length - 1
  return room < 2 || right === '' ? clip(words, columns) : line(...words, ' '.repeat(room), span(right, 'label'))
}
