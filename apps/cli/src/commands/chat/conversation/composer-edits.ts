import { completion, moveSelection, needsNoArgument } from 'longhand/internal/client'
import { clean } from '../../../text/clean.ts'
import { type Composer, composed, type Edit, edit, emptyComposer, insert, paste } from '../composer/composer.ts'
import { type ChatState, menuOf } from './chat-state.ts'

/** The state after a change of the composer: the menu opens again. */
const written = (state: ChatState, composer: Composer): ChatState => ({ ...state, composer, choice: 0 })

export const inserted = (state: ChatState, words: string): ChatState =>
  written(state, insert(state.composer, clean(words)))

export const pasted = (state: ChatState, words: string): ChatState =>
  written(state, paste(state.composer, clean(words)))

export const edited = (state: ChatState, key: Edit): ChatState => written(state, edit(state.composer, key))

export const emptied = (state: ChatState): ChatState => written(state, emptyComposer)

export const filled = (state: ChatState, words: string): ChatState => written(state, composed(clean(words)))

/** Esc closes the menu and keeps the text. */
export const withoutMenu = (state: ChatState): ChatState => ({ ...state, choice: null })

export function chosen(state: ChatState, by: 1 | -1): ChatState {
  const menu = menuOf(state)
  return menu === null ? state : { ...state, choice: moveSelection(menu, by).selected }
}

/** Tab writes the chosen command. */
export function completedText(state: ChatState): ChatState {
  const menu = menuOf(state)
  return menu === null ? state : { ...written(state, composed(completion(menu))), choice: null }
}

/** Enter in the menu: the command to run, or null when it needs something more and was only written. */
export function commandToRun(state: ChatState): string | null {
  const menu = menuOf(state)
  return menu !== null && needsNoArgument(menu) ? completion(menu).trim() : null
}
