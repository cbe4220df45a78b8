import { expect, test } from 'vitest'
import { hasPostgres } from '../packages/longhand/src/testing/store-contract/postgres.ts'
import { type Crowd, killOver } from './engine-crowd.ts'

const crowds: readonly Crowd[] = [
  { conversations: 1, kills: 2, when: 'asked' },
  { conversations: 6, kills: 14, when: 'any' },
]

test.runIf(hasPostgres()).each(crowds)(
  'F1 F3 after $kills kills over the summaries of $conversations, each conversation accepts a message that does not fit',
  async crowd => {
    expect(await killOver(crowd)).toMatchObject({ answered: crowd.conversations, refused: 0 })
  },
  300_000,
)

test.runIf(hasPostgres())(
  'F3 who dies while a model writes has not died of it',
  async () => {
    expect(await killOver({ conversations: 2, kills: 3, when: 'asked' })).toMatchObject({ deaths: 0 })
  },
  300_000,
)
