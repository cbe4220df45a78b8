import { type ESTree, Visitor } from 'rolldown/utils'
import type { Source } from './source.ts'

/** Where the page's words are kept. */
export const wordFolder = 'packages/longhand/src/react/words/'

/**
 * What a component shows in words of its own instead of the page's: texts between tags, strings in attributes that people
 * read or hear, and strings in braces that begin as a sentence does or have several words. One line each.
 */
export function strayWords({ path, program }: Source): readonly string[] {
  const found: string[] = []
  // Inside of something that is drawn; inside of an attribute that nobody reads.
  let drawn = 0
  let quiet = 0
  const isQuiet = ({ name }: ESTree.JSXAttribute) => name.type !== 'JSXIdentifier' || !spoken.has(name.name)
  const take = (text: string, isSaid: (text: string) => boolean) => {
    const words = text.replace(/\s+/g, ' ').trim()
    if (isSaid(words)) found.push(`${path}: ${words}`)
  }
  new Visitor({
    JSXElement(node) {
      if (isTyped(node)) quiet++
    },
    'JSXElement:exit'(node) {
      if (isTyped(node)) quiet--
    },
    JSXText({ value }) {
      if (quiet === 0) take(value, hasWord)
    },
    JSXExpressionContainer: () => void drawn++,
    'JSXExpressionContainer:exit': () => void drawn--,
    JSXAttribute(node) {
      if (isQuiet(node)) quiet++
      else if (node.value?.type === 'Literal') take(String(node.value.value), hasWord)
    },
    'JSXAttribute:exit'(node) {
      if (isQuiet(node)) quiet--
    },
    Literal({ value }) {
      if (drawn > 0 && quiet === 0 && typeof value === 'string') take(value, isSentence)
    },
    TemplateLiteral({ quasis }) {
      if (drawn > 0 && quiet === 0) take(quasis.map(({ value }) => value.cooked).join(' '), isSentence)
    },
  }).visit(program)
  return found
}

/** Keys and commands are the same in every language. */
const isTyped = ({ openingElement: { name } }: ESTree.JSXElement): boolean =>
  name.type === 'JSXIdentifier' && (name.name === 'code' || name.name === 'kbd')

/** Attributes of elements and of our own components that people read or hear. */
const spoken = new Set(
  'label title hint placeholder aria-label alt caption button description hiddenLabel data-name long short'.split(' '),
)

const hasWord = (text: string): boolean => /\p{L}{2}/u.test(text)

const isSentence = (text: string): boolean => /^\p{Lu}\p{Ll}|\p{Ll}{2} \p{Ll}{2}/u.test(text) && !keys.has(text)

/** Keys of a keyboard are no words. */
const keys = new Set(['Enter', 'Escape', 'Tab', 'ArrowDown', 'ArrowUp'])
