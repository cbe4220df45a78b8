import { expect, test } from 'vitest'
import { callsIn, pointNames, read, sources } from './engine-points.ts'

test('N7 the points are before and after each call of the engine to storage, model and summariser', () => {
  const names = pointNames()
  expect(names).toEqual(
    expect.arrayContaining(['turns.start:before', 'turns.start:after', 'compactions.finish:before']),
  )
  expect(names).toEqual(expect.arrayContaining(['chatModel.generate:before', 'summariser.summarise:before']))
  expect(names).toEqual([...new Set(names)])
})

test('a call is found, wherever it hides', () => {
  const source = `await store.turns.start(1)
  const end = await store.compactions
    .finish(2)
  for await (const one of chatModel.generate(3)) await summariser!.summarise(4)
  if (!(await maintenance.claimTurn(5))) return scope.store.turns.start(6)`
  expect(callsIn(source)).toEqual([
    'chatModel.generate',
    'compactions.finish',
    'maintenance.claimTurn',
    'summariser.summarise',
    'turns.start',
  ])
})

test('the engine knows neither failpoints nor the process it runs in', () => {
  const knowing = sources().filter(file => /failpoint|\bprocess\.\w/i.test(read(file)))
  expect(knowing).toEqual([])
})
