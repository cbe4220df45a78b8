import { expect, test } from 'vitest'
import { activeFolds, type Branch } from '../../core/branch.ts'
import { foldMessage, type TextFold } from '../../core/fold.ts'
import { openMemory } from '../../stores/memory/open.ts'
import { lettersMeter, openTestEngine, plainSummary, say } from '../../testing/test-engine.ts'
import { readSnapshot } from '../snapshot.ts'
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

test.each([
  ['without a summariser', null],
  ['with one that reads the originals again', plainSummary],
])('C22 what a person wrote into a summary is in the next ones: %s', async (_, words) => {
  const summariser = words === null ? null : { model: 'plain', window: 100_000, summarise: async () => said(words) }
  let passed = 0
  const storage = openMemory({ now: () => Date.now() + passed })
  const it = await openTestEngine({ storage, window: 20_000, policy: { automatic: 'off' }, summariser })
  const more = async (part: string) => {
    for (let turn = 0; turn < 6; turn++) await say(it, `Question ${turn} of part ${part}, and so on. `.repeat(8))
  }
  const fold = async () => {
    // One compaction by hand may follow another after a while.
    passed += 60_000
    const started = await compactNow(it.scope, { by: 'force', trigger: 'person' })
    expect(started.type === 'running' && (await started.done)).toMatchObject({ type: 'completed' })
    return textInForce((await readSnapshot(it.scope)).branch)
  }
  await more('one')
  const first = await fold()
  await editSummary(it.scope, `${first}\n\n## Deploys\nOnly Heron deploys, never on Fridays.`)
  for (const part of ['two', 'three']) {
    await more(part)
    const text = await fold()
    expect(text.split('Only Heron deploys, never on Fridays.')).toHaveLength(2)
    expect(text).not.toBe(first)
  }
  await editSummary(it.scope, first)
  await more('four')
  expect(await fold()).not.toContain('Heron')
})

const said = (text: string) => ({ type: 'answered', text, finish: 'stop', usage: null }) as const

const textInForce = (branch: Branch): string =>
  activeFolds(branch)
    .flatMap(fold => (fold.type === 'trim' ? [] : fold.text))
    .join('\n')
