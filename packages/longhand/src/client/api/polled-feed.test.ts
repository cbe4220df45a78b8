import { expect, test } from 'vitest'
import { pollFeed } from './polled-feed.ts'

test('W6 where tabs cannot share a feed, changes are asked for: each is told once, and so is a server that is away', async () => {
  const answers = ['away', 'a', 'a', 'b', 'asleep', 'away', 'away', 'b']
  const heard: string[] = []
  let asked = -1
  await new Promise<void>(done => {
    const stop = pollFeed(
      { conversations: async () => (answers[asked] === 'away' ? Promise.reject() : ([answers[asked]] as never)) },
      { onConnection: connection => heard.push(`${answers[asked]}: ${connection}`) },
      {
        isAwake: () => answers[++asked] !== 'asleep',
        wait: async () => {
          if (asked < answers.length - 1) return
          stop()
          done()
        },
      },
    )
  })
  expect(heard).toEqual(['away: offline', 'a: online', 'b: online', 'away: offline', 'b: online'])
})
