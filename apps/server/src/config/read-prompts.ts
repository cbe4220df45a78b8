import { createPrompts, type Prompts } from 'longhand/internal/ai-sdk'
import { maxPromptBytes } from '../trust/fingerprint.ts'
import type { Config } from './read-config.ts'
import { readConfigFile } from './read-file.ts'

/** The prompts for summarisers; null for ours. */
export function readPrompts({ values }: Config): Prompts | null {
  const { compact: { prompt, prompt_file: file } = {}, compact_prompt } = values
  const rules = { key: 'compact.prompt_file', maxBytes: maxPromptBytes }
  const template = prompt ?? (file === undefined ? compact_prompt : readConfigFile(file, rules))
  if (template === undefined) return null
  return createPrompts({ template: template.replace(/(?<!\{)\{(messages|transcript)\}(?!\})/g, '{{$1}}') })
}
