import { expect, test } from 'vitest'
import { createDrafts, type DraftStorage } from './drafts.ts'

test('F5 a browser without storage still writes on', () => {
  const fail = () => {
    throw new Error('QuotaExceededError')
  }
  const drafts = createDrafts('c1', { getItem: fail, setItem: fail, removeItem: fail })
  drafts.saveText('words')
  drafts.saveOutgoing([])
  expect([drafts.text(), drafts.outgoing()]).toEqual(['words', []])
})

test('F6 what is broken on the shelf is not read', () => {
  const shelf: DraftStorage = {
    getItem: () => '[{"clientId":1},{"clientId":"a","text":"b","state":"kept"}',
    setItem() {},
    removeItem() {},
  }
  expect(createDrafts('c1', shelf).outgoing()).toEqual([])
  expect(
    createDrafts('c1', { ...shelf, getItem: () => '[{"clientId":1},{"clientId":"a","text":"b"}]' }).outgoing(),
  ).toHaveLength(1)
})
