import { describe, test } from 'vitest'
import { storeRoom } from '../../testing/store-contract/room.ts'
import { storeContract } from '../../testing/store-contract/store-contract.ts'
import { openMemory } from './open.ts'

describe('the store contract holds in memory', () => {
  for (const { name, run } of storeContract) {
    test(name, async () => {
      let later = 0
      const storage = openMemory({ now: () => Date.now() + later })
      const pass = async (_: readonly string[], ms: number) => {
        later += ms
      }
      await run(storeRoom(storage, pass))
    })
  }
})
