import { readFileSync, statSync } from 'node:fs'
import { LonghandError } from 'longhand'
import { createPrompts, type Prompts } from 'longhand/internal/ai-sdk'
import { maxPromptBytes } from '../trust/fingerprint.ts'
import type { Config } from './read-config.ts'

/** The prompts for summarisers; null for ours. */
export function readPrompts({ values }: Config): Prompts | null {
  const { compact = {}, compact_prompt } = values
  const written = compact.prompt_file === undefined ? undefined : readPrompt(compact.prompt_file)
  const template = compact.prompt ?? written ?? compact_prompt
  if (template === undefined) return null
  return createPrompts({ template: template.replace(/(?<!\{)\{(messages|transcript)\}(?!\})/g, '{{$1}}') })
}

function readPrompt(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found !== undefined && (!found.isFile() || found.size > maxPromptBytes))
    throw new LonghandError(
      'bad-config',
      `compact.prompt_file: ${path} is not a file of at most 1 MB. Name another one.`,
    )
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new LonghandError('bad-config', `compact.prompt_file: ${path} cannot be read (${code}).`, { cause })
  }
}
