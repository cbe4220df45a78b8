import { type KeyboardEvent, useState } from 'react'
import {
  type CommandMenu,
  commandMenu,
  completion,
  moveSelection,
  needsNoArgument,
} from '../../client/screen/command-menu.ts'

type CommandMenuState = {
  readonly menu: CommandMenu | null
  /** Handles a key; true if it belongs to the menu. */
  readonly handleKey: (event: KeyboardEvent) => boolean
  readonly choose: (at: number) => void
}

/** The command menu for a text: open while a name is typed, until one is chosen or Esc is pressed. */
export function useCommandMenu(
  text: string,
  onText: (text: string) => void,
  onRun: (line: string) => void,
): CommandMenuState {
  const [moved, setMoved] = useState<{ readonly text: string; readonly menu: CommandMenu | null } | null>(null)
  // A moved or closed menu belongs to its text; typing opens it again.
  const menu = moved?.text === text ? moved.menu : commandMenu(text)
  const runOrComplete = (chosen: CommandMenu) => {
    if (needsNoArgument(chosen)) onRun(completion(chosen).trim())
    else onText(completion(chosen))
  }
  const handleKey = ({ key, nativeEvent }: KeyboardEvent): boolean => {
    if (menu === null) return false
    if (key === 'ArrowDown') setMoved({ text, menu: moveSelection(menu, 1) })
    else if (key === 'ArrowUp') setMoved({ text, menu: moveSelection(menu, -1) })
    else if (key === 'Tab') onText(completion(menu))
    else if (key === 'Enter') runOrComplete(menu)
    else if (key === 'Escape') setMoved({ text, menu: null })
    else return false
    nativeEvent.stopImmediatePropagation()
    return true
  }
  return { menu, handleKey, choose: at => menu !== null && runOrComplete({ ...menu, selected: at }) }
}
