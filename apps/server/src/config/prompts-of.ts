import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { LonghandError } from 'longhand'
import { createPrompts, type Prompts } from 'longhand/ai-sdk'
import { type Config, folderOf } from './read-config.ts'

/** The words that summarisers are asked with; null for ours. */
export function promptsOf({ file, values }: Config): Prompts | null {
  const { compact = {}, compact_prompt } = values
  const written =
    compact.prompt_file === undefined ? undefined : readPrompt(resolve(folderOf({ file }), compact.prompt_file))
  const template = compact.prompt ?? written ?? compact_prompt
  if (template === undefined) return null
  return createPrompts({ template: template.replace(/(?<!\{)\{(messages|transcript)\}(?!\})/g, '{{$1}}') })
}

function readPrompt(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new LonghandError('bad-config', `compact.prompt_file: ${path} cannot be read (${code}).`, { cause })
  }
}
