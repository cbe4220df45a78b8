import { expect, test } from 'vitest'
import { pointNames, unguarded, unguardedIn } from './engine-points.ts'

test('N7 before every call to storage, model and summariser in a turn and a compaction stands a named failpoint', () => {
  expect(unguarded()).toEqual([])
})

test('a call without one is found, wherever it hides', () => {
  const source = `async function f() {
  await failpoint('a.b')
  await store.turns.start(1)
  await store.turns.finish(2)
  if (x) return store.entries.append(3)
  for (;;) {
    await failpoint('c.d')
    if (!(await store.turns.beat(4))) break
  }
}`
  expect(unguardedIn('f.ts', source)).toEqual(['f.ts:4', 'f.ts:5'])
})

test('the names are those in the sources, each once', () => {
  const names = pointNames()
  expect(names).toContain('turn.start')
  expect(names).toContain('compaction.finish')
  expect(names).toEqual([...new Set(names)])
})
