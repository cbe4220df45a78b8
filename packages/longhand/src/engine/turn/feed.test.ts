import { expect, test } from 'vitest'
import { createFeed } from './feed.ts'

const read = async (chunks: AsyncIterable<unknown>) => {
  const all: unknown[] = []
  for await (const chunk of chunks) all.push(chunk)
  return all
}

test('K10 whoever comes late gets the whole stream from its start', async () => {
  const feed = createFeed('t')
  const early = read(feed.listen())
  feed.push(1)
  await new Promise(resolve => setTimeout(resolve, 1))
  const late = read(feed.listen())
  feed.push(2)
  feed.close()
  const after = read(feed.listen())
  expect(await Promise.all([early, late, after])).toEqual([
    [1, 2],
    [1, 2],
    [1, 2],
  ])
})

test('H5 a listener who leaves stops nothing for the others', async () => {
  const feed = createFeed('t')
  const leaving = new AbortController()
  const gone = read(feed.listen(leaving.signal))
  const stays = read(feed.listen())
  feed.push(1)
  await new Promise(resolve => setTimeout(resolve, 1))
  leaving.abort()
  feed.push(2)
  feed.close()
  expect(await gone).toEqual([1])
  expect(await stays).toEqual([1, 2])
})
