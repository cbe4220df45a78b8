import { expect, test } from 'vitest'
import { readFlags } from './read-flags.ts'

test('H6 npm start takes the flags of longhand serve', () => {
  expect(readFlags(['--port', '4556', '--data=./chats', '--set', 'a=1', '--set', 'b=2'])).toEqual({
    port: 4556,
    data: './chats',
    set: ['a=1', 'b=2'],
  })
  expect(readFlags([])).toEqual({})
})

test.each([
  [['--port', 'many'], '--port many must be a whole number from 0 to 65535.'],
  [['--port', '70000'], '--port 70000 must be a whole number from 0 to 65535.'],
  [
    ['--prot', '1'],
    '--prot 1 cannot be read. The flags are --port, --host, --data, --config, --set, each with a value.',
  ],
])('F6 flags that nobody knows are told in one sentence: %j', (args, sentence) => {
  expect(() => readFlags(args)).toThrow(sentence)
})
