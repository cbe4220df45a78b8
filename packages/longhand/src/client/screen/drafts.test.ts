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

test('F5 a message that the storage has no room for is there on the next screen, and gone once it is sent', () => {
  const items = new Map<string, string>()
  const small: DraftStorage = {
    getItem: key => items.get(key) ?? null,
    setItem(key, value) {
      if (value.length > 200) throw new Error('QuotaExceededError')
      items.set(key, value)
    },
    removeItem: key => void items.delete(key),
  }
  const message = { clientId: 'm1', text: 'Look.', state: 'queued' } as const
  createDrafts('c1', small).saveOutgoing([message])
  const large = { ...message, files: [{ name: 'a.txt', mediaType: 'text/plain', data: 'x'.repeat(300) }] }
  createDrafts('c1', small).saveOutgoing([large])
  expect(createDrafts('c1', small).outgoing()).toEqual([large])
  expect(items.size).toBe(0)
  createDrafts('c1', small).saveOutgoing([])
  expect(createDrafts('c1', small).outgoing()).toEqual([])
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
