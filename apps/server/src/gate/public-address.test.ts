import { expect, test } from 'vitest'
import { checkAddress } from './public-address.ts'

test.each(['127.0.0.1', '127.8.8.8', 'localhost', '::1'])('S %s is this machine alone', hostname => {
  expect(() => checkAddress(hostname)).not.toThrow()
})

test.each(['0.0.0.0', '::', '192.168.1.5', 'example.com', '127.0.0.1.example.com', ''])(
  'S %s can be reached by others and is refused',
  hostname => {
    expect(() => checkAddress(hostname)).toThrow(/only one person/)
  },
)
