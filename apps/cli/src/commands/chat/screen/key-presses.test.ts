import type { Key } from 'ink'
import { expect, test } from 'vitest'
import { splitKeyPresses } from './key-presses.ts'

const none = {} as Key
const drawn = (input: string) =>
  splitKeyPresses(input, none).map(({ input: text, key }) =>
    key.return
      ? 'Enter'
      : key.tab
        ? 'Tab'
        : key.backspace
          ? 'Erase'
          : key.escape
            ? 'Esc'
            : key.ctrl
              ? `^${text}`
              : text,
  )

test.each([
  ['hello', ['hello']],
  ['hello\r', ['hello', 'Enter']],
  ['/sav\t\u0015/compat\r', ['/sav', 'Tab', '^u', '/compat', 'Enter']],
  ['ab\u007f\u007fc', ['ab', 'Erase', 'Erase', 'c']],
  ['a\nb', ['a', '\n', 'b']],
  ['q\u0003', ['q', '^c']],
])('X %j is these keys: %j', (input, expected) => {
  expect(drawn(input)).toEqual(expected)
})

test('X what Ink has understood stays as it is', () => {
  const up = { upArrow: true } as Key
  expect(splitKeyPresses('', up)).toEqual([{ input: '', key: up }])
})
