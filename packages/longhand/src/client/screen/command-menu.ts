import { type CommandHelp, commands } from '../../core/command.ts'

/** The menu above the composer while a command is typed. */
export type CommandMenu = { readonly options: readonly CommandHelp[]; readonly selected: number }

/** The menu for a text: open while the command's name is typed, closed for everything else. */
export function commandMenu(text: string): CommandMenu | null {
  const match = /^\/([\w-]*)$/.exec(text)
  if (match === null) return null
  const typed = match[1]!.toLowerCase()
  // Names that start with the typed letters come first; descriptions count when no name has them.
  const startsWith = commands.filter(({ name }) => name.startsWith(typed))
  const contains = commands.filter(({ name }) => !name.startsWith(typed) && name.includes(typed))
  const described = commands.filter(({ description }) => description.toLowerCase().includes(typed))
  const options = startsWith.length + contains.length > 0 ? [...startsWith, ...contains] : described
  return options.length === 0 ? null : { options, selected: 0 }
}

/** The menu after an arrow key; it wraps around. */
export function moveSelection(menu: CommandMenu, by: 1 | -1): CommandMenu {
  const { length } = menu.options
  return { ...menu, selected: (menu.selected + by + length) % length }
}

/** The text that Tab puts in the composer: the name, and a space when the command takes arguments. */
export function completion({ options, selected }: CommandMenu): string {
  const { name, usage } = options[selected]!
  return usage.includes(' ') ? `/${name} ` : `/${name}`
}

/** Whether the selected command can run without an argument. */
export const needsNoArgument = ({ options, selected }: CommandMenu): boolean => !/ [^[]/.test(options[selected]!.usage)
