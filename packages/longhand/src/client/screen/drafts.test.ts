import { expect, test } from 'vitest'
import { draftsOf, type Shelf } from './drafts.ts'

test('F5 a browser without storage still writes on', () => {
  const fail = () => {
    throw new Error('QuotaExceededError')
  }
  const drafts = draftsOf('c1', { getItem: fail, setItem: fail, removeItem: fail })
  drafts.write('words')
  drafts.keep([])
  expect([drafts.text(), drafts.outgoing()]).toEqual(['', []])
})

test('F6 what is broken on the shelf is not read', () => {
  const shelf: Shelf = {
    getItem: () => '[{"clientId":1},{"clientId":"a","text":"b","state":"kept"}',
    setItem() {},
    removeItem() {},
  }
  expect(draftsOf('c1', shelf).outgoing()).toEqual([])
  expect(
    draftsOf('c1', { ...shelf, getItem: () => '[{"clientId":1},{"clientId":"a","text":"b"}]' }).outgoing(),
  ).toHaveLength(1)
})
