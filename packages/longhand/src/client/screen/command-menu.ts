import { type CommandHelp, commands } from '../../core/command.ts'

/** The menu over the composer while a command is typed. */
export type CommandMenu = { readonly options: readonly CommandHelp[]; readonly selected: number }

/** The menu for a text: open while the command's name is typed, closed for everything else. */
export function commandMenu(text: string): CommandMenu | null {
  const match = /^\/([\w-]*)$/.exec(text)
  if (match === null) return null
  const typed = match[1]!.toLowerCase()
  // What begins with the typed letters comes first; what only means it, when no name has them.
  const begins = commands.filter(({ name }) => name.startsWith(typed))
  const holds = commands.filter(({ name }) => !name.startsWith(typed) && name.includes(typed))
  const means = commands.filter(({ does }) => does.toLowerCase().includes(typed))
  const options = begins.length + holds.length > 0 ? [...begins, ...holds] : means
  return options.length === 0 ? null : { options, selected: 0 }
}

/** The menu after an arrow key; it goes round. */
export function moveSelection(menu: CommandMenu, by: 1 | -1): CommandMenu {
  const { length } = menu.options
  return { ...menu, selected: (menu.selected + by + length) % length }
}

/** The text that Tab puts in the composer: the name, and a space when the command takes more. */
export function completion({ options, selected }: CommandMenu): string {
  const { name, usage } = options[selected]!
  return usage.includes(' ') ? `/${name} ` : `/${name}`
}

/** Whether the chosen command can run as it is, or needs an argument first. */
export const needsNoArgument = ({ options, selected }: CommandMenu): boolean => !/ [^[]/.test(options[selected]!.usage)
