import { describe, test } from 'vitest'
import { storeRoom } from '../../testing/store-contract/room.ts'
import { storeContract } from '../../testing/store-contract/store-contract.ts'
import { openMemory } from './open.ts'

describe('the store contract holds in memory: V2 V4 V5 V9 C5 C11–C13 C15 K1–K5 K7–K9 P2 H5 W6 D2–D4 D6 F4 F6', () => {
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
