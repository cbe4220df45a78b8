import { expect, test } from 'vitest'
import { createLive } from './live-feed.ts'
import { tellEngineEvent } from './publish.ts'

test('F3 F5 screens are told of crashes and silent cuts, and not of what the answer tells itself', async () => {
  const live = createLive()
  const gone = new AbortController()
  const heard = live.listen('owner', gone.signal)[Symbol.asyncIterator]()
  const next = heard.next()
  const about = { owner: 'owner', conversation: 'c1' }
  tellEngineEvent(live, { type: 'warning', ...about, code: 'does-not-fit', sentence: 'This does not fit.' })
  tellEngineEvent(live, { type: 'warning', ...about, code: 'crash-loop', sentence: 'It crashed twice.' })
  tellEngineEvent(live, { type: 'warning', ...about, code: 'silent-cut', sentence: 'It was cut.' })
  expect((await next).value).toEqual({ type: 'warning', id: 'c1', sentence: 'It crashed twice.' })
  expect((await heard.next()).value).toEqual({ type: 'warning', id: 'c1', sentence: 'It was cut.' })
  gone.abort()
})
