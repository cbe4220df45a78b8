import { statSync } from 'node:fs'
import { join } from 'node:path'
import { partialNames } from 'longhand/internal/ai-sdk'
import { readConfigFile } from './read-file.ts'

/** A partial of a prompt that is a file beside it. */
export type PromptPartial = { readonly name: string; readonly path: string; readonly text: string }

/** A larger file is not a prompt. */
export const maxPromptBytes = 1_000_000

/** The partials that a template names, itself or through others, as far as they are files of a folder. */
export function promptPartials(template: string, folder: string): readonly PromptPartial[] {
  const found = new Map<string, PromptPartial>()
  const wanted = [...partialNames(template)]
  for (let name = wanted.pop(); name !== undefined && found.size < maxPartials; name = wanted.pop()) {
    const path = found.has(name) ? null : partialFile(name, folder)
    if (path === null) continue
    const text = readConfigFile(path, { key: `{{> ${name}}}`, maxBytes: maxPromptBytes })
    found.set(name, { name, path, text })
    wanted.push(...partialNames(text))
  }
  return [...found.values()]
}

const maxPartials = 100

/** A file of this name, with or without its ending; names never lead out of the folder. */
function partialFile(name: string, folder: string): string | null {
  if (!/^\w[\w.-]*$/.test(name)) return null
  const paths = [join(folder, name), join(folder, `${name}.hbs`)]
  return paths.find(path => path.endsWith('.hbs') && isFile(path)) ?? null
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true
