import { expect, test } from 'vitest'
import { parseRoute } from './route.ts'

test.each([
  ['/', { screen: 'start' }],
  ['/nowhere', { screen: 'start' }],
  ['/c/abc', { screen: 'conversation', id: 'abc', number: null, drawer: null }],
  ['/c/abc#m24', { screen: 'conversation', id: 'abc', number: 24, drawer: null }],
  ['/c/abc?checkpoints', { screen: 'conversation', id: 'abc', number: null, drawer: 'checkpoints' }],
  ['/settings', { screen: 'settings', section: 'condensing' }],
  ['/settings/models', { screen: 'settings', section: 'models' }],
  ['/settings/connect', { screen: 'settings', section: 'connect' }],
  ['/settings/keep', { screen: 'settings', section: 'keep' }],
  ['/settings/checkpoints', { screen: 'settings', section: 'checkpoints' }],
  ['/settings/nonsense', { screen: 'settings', section: 'condensing' }],
])('W5 %s leads to %j', (address, route) => {
  expect(parseRoute(address)).toEqual(route)
})
