import { addedLines } from '../../core/added-lines.ts'
import { activeCompaction, type Branch } from '../../core/branch.ts'
import type { Fold } from '../../core/fold.ts'
import type { Scope } from '../engine.ts'

/** C22 what people have written into the text in force. What was written into one before it is among its constraints by now. */
export async function personLines(
  { store, conversation }: Scope,
  branch: Branch,
  text: string,
): Promise<readonly string[]> {
  const current = activeCompaction(branch)
  let first = current
  for (let edits = 0; first !== null && first.edits !== null && edits < maxEdits; edits++) {
    const [found] = await store.entries.find(conversation, [first.edits])
    first = found?.entry.type === 'compaction' ? found.entry : null
  }
  return first === null || first === current ? [] : addedLines(text, textsOf(first.folds))
}

/** More than people make of one text; each is read. */
const maxEdits = 50

const textsOf = (folds: readonly Fold[]): string =>
  folds.flatMap(fold => (fold.type === 'trim' ? [] : fold.text)).join('\n\n')
