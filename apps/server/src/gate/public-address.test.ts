import { expect, test } from 'vitest'
import { defaultJwt, localAuth } from './auth.ts'
import { checkListenAddress } from './public-address.ts'

test.each(['127.0.0.1', '127.8.8.8', 'localhost', '::1'])('S %s is this machine alone', hostname => {
  expect(() => checkListenAddress(hostname, localAuth)).not.toThrow()
})

test.each(['0.0.0.0', '::', '192.168.1.5', 'example.com', '127.0.0.1.example.com', ''])(
  'S %s can be reached by others and is refused',
  hostname => {
    expect(() => checkListenAddress(hostname, localAuth)).toThrow(/only one person/)
  },
)

test('S where an issuer signs people in, any address will do', () => {
  const issuer = 'https://auth.example/v1'
  expect(() =>
    checkListenAddress('0.0.0.0', { mode: 'jwt', issuer, jwks: `${issuer}/jwks`, ...defaultJwt }),
  ).not.toThrow()
})
