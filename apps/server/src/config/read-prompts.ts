import { dirname } from 'node:path'
import { createPrompts, type Prompts } from 'longhand/internal/ai-sdk'
import { maxPromptBytes, promptPartials } from './prompt-partials.ts'
import type { Config } from './read-config.ts'
import { readConfigFile } from './read-file.ts'

/** The prompts for summarisers, with the partials that lie beside them; null for ours. */
export function readPrompts(config: Config): Prompts | null {
  const source = promptSource(config)
  if (source === null) return null
  const partials = promptPartials(source.template, source.folder)
  return createPrompts({
    template: withDoubleBraces(source.template),
    partials: Object.fromEntries(partials.map(({ name, text }) => [name, withDoubleBraces(text)])),
  })
}

type PromptSource = { readonly template: string; readonly folder: string }

function promptSource({ values, folders }: Config): PromptSource | null {
  const { compact: { prompt, prompt_file: file } = {}, compact_prompt } = values
  const folderOf = (key: string): string => folders[key] ?? process.cwd()
  if (prompt !== undefined) return { template: prompt, folder: folderOf('compact.prompt') }
  if (file !== undefined) {
    const template = readConfigFile(file, { key: 'compact.prompt_file', maxBytes: maxPromptBytes })
    return { template, folder: dirname(file) }
  }
  return compact_prompt === undefined ? null : { template: compact_prompt, folder: folderOf('compact_prompt') }
}

/** `{messages}` is as good as `{{messages}}`. */
const withDoubleBraces = (template: string): string =>
  template.replace(/(?<!\{)\{(messages|transcript)\}(?!\})/g, '{{$1}}')
