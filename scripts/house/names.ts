import { basename } from 'node:path'
import type { Source } from './source.ts'

/** Words that say nothing about what a thing is. */
const empty =
  /^(utils?|helpers?|managers?|services?|handlers?|process|data|info|inner|impl|base|common|misc|v2|msg|ctx|cfg|opts)$/

/** Names that may have them, each with its reason. */
const allowed: readonly string[] = [
  'Base', // what a compaction stands on: a word of the domain
  ...['LonghandDataParts', 'longhandDataParts'], // data parts are what the AI SDK calls them
]

/** The empty words in the name of a source and of what it exports, one line each. */
export function nameFaults({ path, exports }: Source): readonly string[] {
  const file = basename(path).replace(/\..*$/, '')
  return [file, ...exports]
    .filter(name => !allowed.includes(name))
    .flatMap(name => words(name).flatMap(word => (empty.test(word) ? [`${path}: ${name} has the word "${word}"`] : [])))
}

/** The words of a name in any case: `readHTTPBody`, `read-body` and `READ_BODY` alike. */
const words = (name: string): readonly string[] =>
  name
    .replace(/([a-z\d])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3 $2')
    .split(/[\s_-]+/)
    .map(word => word.toLowerCase())
