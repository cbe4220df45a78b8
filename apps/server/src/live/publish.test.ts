import { expect, test } from 'vitest'
import { createLiveFeed } from './live-feed.ts'
import { publishEngineEvent } from './publish.ts'

test('F3 F5 screens are told of crashes and silent cuts, and not of what the answer tells itself', async () => {
  const live = createLiveFeed()
  const gone = new AbortController()
  const heard = live.subscribe('owner', gone.signal)[Symbol.asyncIterator]()
  const next = heard.next()
  const about = { owner: 'owner', conversation: 'c1' }
  publishEngineEvent(live, { type: 'warning', ...about, code: 'does-not-fit', sentence: 'This does not fit.' })
  publishEngineEvent(live, { type: 'warning', ...about, code: 'crash-loop', sentence: 'It crashed twice.' })
  publishEngineEvent(live, { type: 'warning', ...about, code: 'silent-cut', sentence: 'It was cut.' })
  expect((await next).value).toEqual({ type: 'warning', id: 'c1', sentence: 'It crashed twice.' })
  expect((await heard.next()).value).toEqual({ type: 'warning', id: 'c1', sentence: 'It was cut.' })
  gone.abort()
})
