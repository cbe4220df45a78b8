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

/** Where the terminal's words are kept. */
export const terminalWordFolder = 'apps/cli/src/words/'

/**
 * What a source of the terminal says in words of its own: strings that begin as a sentence does or have several words,
 * what a key does, and whatever is put on a line of the screen. One line each.
 */
export function strayTerminalWords({ path, program }: Source): readonly string[] {
  const found: string[] = []
  const drawn = new Set<ESTree.Node>()
  const quiet = new Set<ESTree.Node>()
  const take = (node: ESTree.Node, text: string) => {
    // Commands of the chat are the same in every language.
    const words = text
      .replace(/\/\p{Ll}+/gu, '')
      .replace(/\s+/g, ' ')
      .trim()
    if (quiet.has(node) || keyboard.test(words) || words === 'Bearer') return
    if (saysSomething.test(words) || (drawn.has(node) && hasWord(words))) found.push(`${path}: ${words}`)
  }
  new Visitor({
    ImportDeclaration: ({ source }) => void quiet.add(source),
    ImportExpression: ({ source }) => void quiet.add(source),
    TSLiteralType: ({ literal }) => void quiet.add(literal),
    CallExpression({ callee, arguments: args }) {
      const name = callee.type === 'Identifier' ? callee.name : ''
      // The second argument of a span is its style.
      for (const part of name === 'line' ? args : name === 'span' ? args.slice(0, 1) : []) drawn.add(part)
    },
    Literal(node) {
      if (typeof node.value === 'string') take(node, node.value)
    },
    TemplateLiteral(node) {
      take(node, node.quasis.map(({ value }) => value.cooked).join(' '))
    },
  }).visit(program)
  return found
}

const saysSomething = /^\P{L}*\p{Lu}\p{Ll}|\p{L}{2},? \p{L}|^(?:\^\p{Lu}|[↑↓]+|\/|\p{Ll}) \p{Ll}{2}/u

/** Keys of a keyboard, alone or several. */
const keyboard = /^(?:(?:Ctrl|Alt)-)?(?:Enter|Esc|Tab|[A-Z])(?:, Ctrl-[A-Z])*$/

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
