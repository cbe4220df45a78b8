import { expect, test } from 'vitest'
import { titleIn } from './title-in.ts'

test.each([
  ['Lemon cake for twelve', 'Lemon cake for twelve'],
  ['"Lemon cake for twelve."', 'Lemon cake for twelve'],
  ['**Title: Lemon cake**\n\nShall I go on?', 'Title: Lemon cake'],
  ['Title: “Lemon cake”', 'Lemon cake'],
  ['<think>They bake.</think>\n\nLemon cake', 'Lemon cake'],
  ['', null],
  ['.', null],
  [`I am sorry, but ${'I cannot name this conversation. '.repeat(5)}`, null],
])('W23 of %j the title is %j', (answer, title) => {
  expect(titleIn(answer)).toBe(title)
})
