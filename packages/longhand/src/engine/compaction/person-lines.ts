import { addedLines, linesIn } from '../../core/added-lines.ts'
import { activeCompaction, type Branch } from '../../core/branch.ts'
import type { CompactionEntry } from '../../core/entry.ts'
import type { Scope } from '../engine.ts'

/**
 * C22 the lines of the text in force that people have written. A compaction that only cut outputs, or added another text,
 * stands on the one that was edited; what was written into texts before that is among the constraints by now.
 */
export async function personLines(
  { store, conversation }: Scope,
  branch: Branch,
  text: string,
): Promise<readonly string[]> {
  const written = new Set<string>()
  let entry = activeCompaction(branch)
  for (let steps = 0; entry !== null && steps < maxSteps; steps++) {
    const id: string | null = entry.edits ?? entry.base
    const [found] = id === null ? [] : await store.entries.find(conversation, [id])
    if (found?.entry.type !== 'compaction') break
    const before: CompactionEntry = found.entry
    const isEdit = entry.edits !== null
    if (isEdit) for (const line of addedLines(textsOf(entry).join('\n'), textsOf(before).join('\n'))) written.add(line)
    entry = isEdit || hasTextOf(entry, before) ? before : null
  }
  const there = linesIn(text)
  return [...written].filter(line => there.has(line))
}

/** More edits than people make of one text; each is read. */
const maxSteps = 50

const textsOf = ({ folds }: CompactionEntry): readonly string[] =>
  folds.flatMap(fold => (fold.type === 'trim' ? [] : fold.text))

function hasTextOf(entry: CompactionEntry, before: CompactionEntry): boolean {
  const texts = textsOf(before)
  return textsOf(entry).some(text => texts.includes(text))
}
