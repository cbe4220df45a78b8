import { expect, test } from 'vitest'
import { foldMessage, type TextFold } from '../../core/fold.ts'
import { openMemory } from '../../stores/memory/open.ts'
import { lettersMeter, openTestEngine, say } from '../../testing/test-engine.ts'
import { compactNow } from './compact-now.ts'
import { editSummary } from './undo-compaction.ts'

test('C15 T1 an edited summary counts what the model reads of it: the text with its heading and tag', async () => {
  const it = await openTestEngine({ storage: openMemory(), window: 5_000, reserve: 500 })
  for (let turn = 0; turn < 10; turn++) await say(it, `Question ${turn}, and so on. `.repeat(8))
  const started = await compactNow(it.scope, { by: 'force', trigger: 'person' })
  expect(started.type === 'running' && (await started.done)).toMatchObject({ type: 'completed' })
  const { entries } = await editSummary(it.scope, 'Mine.')
  const edited = entries.flatMap(({ entry }) => (entry.type === 'compaction' ? entry.folds : []))
  const fold = edited.findLast((one): one is TextFold => one.type !== 'trim')!
  expect(fold.text).toBe('Mine.')
  expect(fold.count).toBe(lettersMeter.count(foldMessage(fold)))
})
