import { expect, test } from 'vitest'
import { readMadeUp, warmProtocols, warmUp } from './warm-up.ts'

test.each(warmProtocols)('what a new process reads to be ready for $name is a request that can be read', protocol => {
  const request = readMadeUp(protocol, 1)
  expect('parts' in request && request.parts.length).toBe(40)
})

test('getting ready ends with a look for a request of each protocol', async () => {
  const looked: string[] = []
  await warmUp(async ({ protocol }) => looked.push(protocol.name))
  expect(looked).toEqual(warmProtocols.map(({ name }) => name))
})
