import { expect, test } from 'vitest'
import type { Fold } from '../../core/fold.ts'
import { openMemory } from '../../stores/memory/open.ts'
import { openTestEngine, say } from '../../testing/test-engine.ts'
import { personLines } from './person-lines.ts'

const textFold = (text: string, at: number): Fold => ({
  ...{ type: 'digest', span: { from: at, to: at + 1 }, kept: [] },
  ...{ text, tag: 'summary', count: 1 },
})

type Made = { readonly texts: readonly string[]; readonly edits?: true }

const first: Made = { texts: ['Done.'] }
const edited: Made = { texts: ['Done.\n## Mine\nNever on Fridays.'], edits: true }

test.each<[string, readonly Made[], readonly string[]]>([
  ['an edit', [first, edited], ['Never on Fridays.']],
  [
    'an edit of an edit',
    [first, edited, { texts: [`${edited.texts[0]}\nHeron.`], edits: true }],
    ['Heron.', 'Never on Fridays.'],
  ],
  ['outputs cut after it', [first, edited, { texts: edited.texts }, { texts: edited.texts }], ['Never on Fridays.']],
  ['another text beside it', [first, edited, { texts: [...edited.texts, 'More.'] }], ['Never on Fridays.']],
  ['taken out again', [first, edited, { texts: ['Done.'], edits: true }], []],
  ['nobody has edited', [first, { texts: ['Done.', 'More.'] }], []],
])('C22 a person’s lines are found: %s', async (_, made, expected) => {
  const it = await openTestEngine({ storage: openMemory(), policy: { automatic: 'off' } })
  for (let turn = 0; turn < 4; turn++) await say(it, `Question ${turn}.`)
  const { store, conversation } = it.scope
  let base: string | null = null
  for (const [at, { texts, edits }] of made.entries()) {
    const id = crypto.randomUUID()
    const folds = texts.map((text, nth) => textFold(text, 3 + 2 * nth))
    const entry = { type: 'compaction', version: at + 1, base, edits: edits ? base : null, folds } as const
    await store.entries.append(conversation, [{ id, ...entry }])
    base = id
  }
  const { branch } = await store.entries.branch(conversation)
  expect(await personLines(it.scope, branch, made.at(-1)!.texts.join('\n\n'))).toEqual(expected)
})
