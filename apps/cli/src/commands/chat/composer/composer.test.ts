import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Composer, composed, type Edit, edit, emptyComposer, insert, paste, wordsToSend } from './composer.ts'

/** Draws a composer: `ab|c` has its cursor before the c. */
const at = (drawing: string): Composer => ({
  text: drawing.replace('|', ''),
  cursor: drawing.indexOf('|'),
  pastes: [],
})
const drawn = ({ text, cursor }: Composer): string => `${text.slice(0, cursor)}|${text.slice(cursor)}`

describe('keys', () => {
  test.each<[string, Edit, string]>([
    ['ab|', 'left', 'a|b'],
    ['|ab', 'left', '|ab'],
    ['a|b', 'right', 'ab|'],
    ['ab|', 'right', 'ab|'],
    ['one two|', 'word-left', 'one |two'],
    ['one two |', 'word-left', 'one |two '],
    ['one| two', 'word-right', 'one two|'],
    ['a\nbc|d', 'line-start', 'a\n|bcd'],
    ['a|b\nc', 'line-end', 'ab|\nc'],
    ['abc\nde|', 'up', 'ab|c\nde'],
    ['a\nbcd|', 'up', 'a|\nbcd'],
    ['ab|', 'up', '|ab'],
    ['ab|c\nd', 'down', 'abc\nd|'],
    ['ab|', 'down', 'ab|'],
    ['a👩‍🚀|', 'erase', 'a|'],
    ['|', 'erase', '|'],
    ['a|é', 'erase-next', 'a|'],
    ['one two|', 'erase-word', 'one |'],
    ['a\none two|', 'erase-line', 'a\n|'],
  ])('X %j after %s is %j', (before, key, after) => {
    expect(drawn(edit(at(before), key))).toBe(after)
  })

  test('X the cursor stays in the text, whatever is pressed', () => {
    const keys = fc.constantFrom<Edit>(
      'left',
      'right',
      'word-left',
      'word-right',
      'line-start',
      'line-end',
      'up',
      'down',
      'erase',
      'erase-next',
      'erase-word',
      'erase-line',
    )
    const press = fc.oneof(
      keys,
      fc.constantFrom('a', ' ', '\n', '漢', '👍').map(words => ({ words })),
    )
    fc.assert(
      fc.property(fc.array(press, { maxLength: 60 }), presses => {
        const end = presses.reduce<Composer>(
          (now, one) => (typeof one === 'string' ? edit(now, one) : insert(now, one.words)),
          emptyComposer,
        )
        expect(end.cursor).toBeGreaterThanOrEqual(0)
        expect(end.cursor).toBeLessThanOrEqual(end.text.length)
        expect(end.text.isWellFormed()).toBe(true)
        expect(end.text.slice(0, end.cursor).isWellFormed()).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('pasting', () => {
  const log = Array.from({ length: 214 }, (_, n) => `line ${n}`).join('\n')

  test('X a few lines stand in the text as they are', () => {
    expect(paste(at('see |!'), 'a\r\nb').text).toBe('see a\nb!')
  })

  test('X a large text is one mark, and is sent whole', () => {
    const pasted = paste(at('Why? |'), log)
    expect(pasted.text).toBe('Why? [pasted 1: 214 lines]')
    expect(wordsToSend(pasted)).toBe(`Why? ${log}`)
    expect(wordsToSend(paste(insert(pasted, ' and '), '$&'.repeat(600)))).toBe(`Why? ${log} and ${'$&'.repeat(600)}`)
  })

  test('X the mark goes with one key', () => {
    expect(edit(paste(composed('Why? '), log), 'erase').text).toBe('Why? ')
  })
})
