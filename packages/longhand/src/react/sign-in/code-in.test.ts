import { expect, test } from 'vitest'
import { codeIn } from './code-in.ts'

test.each([
  ['a.b.c', 'a.b.c'],
  [' a.b.c\n', 'a.b.c'],
  ['http://127.0.0.1:3210/#c=x_y-Z', 'x_y-Z'],
])('W25 with %j one signs in by %j', (text, code) => {
  expect(codeIn(text)).toBe(code)
})
