import type { SummaryRequest } from '../engine/ports/summariser.ts'
import { ownTemplates } from './own-templates.generated.js'
import { render, type TemplateWords } from './template.ts'

/** The words that a summariser is asked with. */
export type Prompts = {
  /** What it is told about its task, and what it is asked, as two texts. */
  readonly cold: (request: SummaryRequest) => { readonly system: string; readonly user: string }
  /** What is added at the end of the chat's own request. */
  readonly warm: (request: SummaryRequest) => string
}

/** Our own prompts. They come as data: nothing is read or compiled, so they work in a bundle and where no code may be made. */
export const defaultPrompts: Prompts = {
  cold: asked => ({ system: rendered('system', wordsOf(asked)), user: rendered('request', wordsOf(asked)) }),
  warm: asked => rendered('warm', { ...wordsOf(asked), fence: '' }),
}

const rendered = (name: keyof typeof ownTemplates, words: TemplateWords): string =>
  tidy(render(ownTemplates[name], words))

/** A prompt without the empty lines that its conditions left. */
export const tidy = (text: string): string => text.replace(/\n{3,}/g, '\n\n').trim()

/** What a request says, by the names that templates know. */
export const wordsOf = (request: SummaryRequest): TemplateWords => ({
  transcript: request.transcript,
  messages: request.transcript,
  fence: request.fence,
  previous: request.previous ?? '',
  instructions: request.instructions ?? '',
  complaint: request.complaint ?? '',
  summary_tag: request.tag,
  max_tokens: request.maxTokens,
  is_digest: request.form === 'digest',
  is_part: request.form === 'part',
  is_merge: request.form === 'merge',
})
