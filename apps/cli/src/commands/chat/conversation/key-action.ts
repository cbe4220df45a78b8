import type { Key } from 'ink'
import type { Edit } from '../composer/composer.ts'
import { type ChatState, menuOf } from './chat-state.ts'

/** What a key means in a chat. */
export type Action =
  | { readonly type: 'edit'; readonly edit: Edit }
  | { readonly type: 'insert'; readonly words: string }
  | { readonly type: 'choose'; readonly by: 1 | -1 }
  | { readonly type: 'open'; readonly page: PageName }
  | { readonly type: (typeof plainActions)[number] }

/** Pages that a key opens. */
export type PageName = 'checkpoints' | 'view' | 'branches' | 'history' | 'kept'

const plainActions = [
  'send',
  'run',
  'complete',
  'close-menu',
  'cancel',
  'stop',
  'again',
  'continue',
  'open-calls',
  'redraw',
  'quit',
  'nothing',
] as const

/** The same key means different things with a menu open, while something runs, or in the middle of a text. */
export function keyAction(state: ChatState, input: string, key: Key): Action {
  const menu = menuOf(state)
  if (key.ctrl) return withCtrl(state, input)
  if (key.escape) return { type: escapeOf(state) }
  if (menu !== null) {
    if (key.upArrow || key.downArrow) return { type: 'choose', by: key.upArrow ? -1 : 1 }
    if (key.tab) return { type: 'complete' }
    if (key.return) return { type: 'run' }
  }
  if (key.return) return key.meta || key.shift ? { type: 'insert', words: '\n' } : { type: 'send' }
  const edit = editOf(key)
  if (edit !== null) return { type: 'edit', edit }
  if (key.meta || key.tab || input === '') return key.meta ? withMeta(input) : { type: 'nothing' }
  return { type: 'insert', words: input }
}

/** In this order: menu, condensing, answer. */
function escapeOf(state: ChatState): 'close-menu' | 'cancel' | 'stop' | 'nothing' {
  if (menuOf(state) !== null) return 'close-menu'
  const { conversation, answer } = state.screen
  return conversation?.compacting ? 'cancel' : answer !== null ? 'stop' : 'nothing'
}

function withCtrl(state: ChatState, input: string): Action {
  if (input === 'd' && state.composer.text !== '') return { type: 'edit', edit: 'erase-next' }
  return ctrl[input] ?? { type: 'nothing' }
}

const ctrl: Readonly<Record<string, Action>> = {
  a: { type: 'edit', edit: 'line-start' },
  b: { type: 'open', page: 'branches' },
  c: { type: 'quit' },
  d: { type: 'quit' },
  e: { type: 'edit', edit: 'line-end' },
  g: { type: 'continue' },
  j: { type: 'insert', words: '\n' },
  k: { type: 'open', page: 'checkpoints' },
  l: { type: 'redraw' },
  o: { type: 'open', page: 'kept' },
  p: { type: 'open', page: 'history' },
  r: { type: 'again' },
  t: { type: 'open-calls' },
  u: { type: 'edit', edit: 'erase-line' },
  v: { type: 'open', page: 'view' },
  w: { type: 'edit', edit: 'erase-word' },
}

function withMeta(input: string): Action {
  if (input === 'b') return { type: 'edit', edit: 'word-left' }
  return input === 'f' ? { type: 'edit', edit: 'word-right' } : { type: 'nothing' }
}

function editOf(key: Key): Edit | null {
  if (key.leftArrow) return key.meta ? 'word-left' : 'left'
  if (key.rightArrow) return key.meta ? 'word-right' : 'right'
  if (key.upArrow) return 'up'
  if (key.downArrow) return 'down'
  if (key.home) return 'line-start'
  if (key.end) return 'line-end'
  if (key.backspace) return key.meta ? 'erase-word' : 'erase'
  return key.delete ? 'erase-next' : null
}
