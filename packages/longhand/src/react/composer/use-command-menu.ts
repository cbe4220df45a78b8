import { type KeyboardEvent, useState } from 'react'
import {
  type CommandMenu,
  commandMenu,
  completion,
  moveSelection,
  needsNoArgument,
} from '../../client/screen/command-menu.ts'

type Open = {
  readonly menu: CommandMenu | null
  /** Takes a key if it is the menu's. */
  readonly key: (event: KeyboardEvent) => boolean
  readonly choose: (at: number) => void
}

/** The menu of commands over a text: open while a name is typed, until it is chosen or closed with Esc. */
export function useCommandMenu(text: string, onText: (text: string) => void, onRun: (line: string) => void): Open {
  const [moved, setMoved] = useState<{ readonly text: string; readonly menu: CommandMenu | null } | null>(null)
  // What was moved or closed holds for the text it was for; typing opens the menu anew.
  const menu = moved?.text === text ? moved.menu : commandMenu(text)
  const take = (chosen: CommandMenu) => {
    if (needsNoArgument(chosen)) onRun(completion(chosen).trim())
    else onText(completion(chosen))
  }
  const key = ({ key, nativeEvent }: KeyboardEvent): boolean => {
    if (menu === null) return false
    if (key === 'ArrowDown') setMoved({ text, menu: moveSelection(menu, 1) })
    else if (key === 'ArrowUp') setMoved({ text, menu: moveSelection(menu, -1) })
    else if (key === 'Tab') onText(completion(menu))
    else if (key === 'Enter') take(menu)
    else if (key === 'Escape') setMoved({ text, menu: null })
    else return false
    nativeEvent.stopImmediatePropagation()
    return true
  }
  return { menu, key, choose: at => menu !== null && take({ ...menu, selected: at }) }
}
