import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findMath } from './find-math.ts'

const formulas = (text: string, state: 'writing' | 'written' = 'written') =>
  findMath(text, state).flatMap(piece =>
    piece.type === 'words' ? [] : [piece.type === 'formula' ? `${piece.layout} ${piece.tex}` : `… ${piece.source}`],
  )

test.each([
  ['Euler: $e^{i\\pi} + 1 = 0$.', ['inline e^{i\\pi} + 1 = 0']],
  ['$x$ and $y$, the $n$th, an $O(n)$ search', ['inline x', 'inline y', 'inline n', 'inline O(n)']],
  ['$$\n\\int_0^1 x\\,dx\n$$', ['display \n\\int_0^1 x\\,dx\n']],
  ['by \\(a^2\\) and \\[\n b^2 \n\\]', ['inline a^2', 'display \n b^2 \n']],
  ['> $$\n> a\n> $$', ['display \na\n']],
  ['| $|x|$ | b |', ['inline |x|']],
  ['$\\text{cost} = \\$5$', ['inline \\text{cost} = \\$5']],
  ['```\nx\n```\n$y$', ['inline y']],
  ['``a`b`` $y$', ['inline y']],
  ['````\n```\n$x$\n````\n$y$', ['inline y']],
])('W12 %j holds its formulas', (text, wanted) => {
  expect(formulas(text)).toEqual(wanted)
})

test.each([
  'It costs $5 and $10.',
  'Between $5–$10, or US$20$',
  'from $1,200 to $1,500 a month; theirs is 10$ each',
  'echo $HOME:$PATH and $$ is the pid',
  'export A=$FOO_BAR:$BAZ',
  'a \\$5 and \\$6 price',
  '`$x$` and ``a $x$ b``',
  '```sh\n$x = $y\n```',
  '~~~\n$x$\n~~~',
  '- ```\n  $x$\n  ```',
  '\\[not a link\\] and \\(in brackets\\)',
  'https://a.example/?q=$x$ and [b](http://b.example/$y$)',
  '$ x $ has spaces',
  '$x\ny$ has two lines',
  '$$\n\n$$',
  '$$ a\n\nb $$',
])('W12 %j holds none', text => {
  expect(formulas(text)).toEqual([])
})

test('W12 what is not closed yet is held back as written while it is being written, and is words afterwards', () => {
  expect(formulas('So $$\\frac{a', 'writing')).toEqual(['… $$\\frac{a'])
  expect(formulas('So \\[ x_1 *', 'writing')).toEqual(['… \\[ x_1 *'])
  expect(formulas('So $$\\frac{a')).toEqual([])
  expect(formulas('So $$\\frac{a\n\nNew paragraph', 'writing')).toEqual([])
})

test('W12 the pieces together are the text, whatever it is', () => {
  const part = fc.constantFrom(
    '$',
    '$$',
    '\\(',
    '\\)',
    '\\[',
    '\\]',
    '`',
    '```',
    '~~~',
    '\n',
    ' ',
    '> ',
    'x^2',
    '5',
    'words',
    '\\',
  )
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 40 }),
      fc.constantFrom('writing' as const, 'written' as const),
      (parts, state) => {
        const text = parts.join('')
        expect(
          findMath(text, state)
            .map(({ source }) => source)
            .join(''),
        ).toBe(text)
      },
    ),
  )
})
