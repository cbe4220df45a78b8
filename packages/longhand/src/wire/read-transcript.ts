import { LonghandError } from '../core/errors.ts'
import { anthropic } from './anthropic.ts'
import { claudeCode } from './claude-code.ts'
import { codex } from './codex.ts'
import { corpus } from './corpus.ts'
import type { FormatReader } from './format-reader.ts'
import { longhand } from './longhand.ts'
import { detailsIn, titleIn } from './message-details.ts'
import { openaiChat } from './openai-chat.ts'
import { openaiResponses } from './openai-responses.ts'
import { openSource, type TranscriptSource } from './source.ts'
import { type Format, formats, type ReadMessage, type Skipped, type Transcript } from './transcript.ts'

/** Reads a transcript in the given format, or in the one its content shows. */
export function readTranscript(text: string, format: Format | null = null): Transcript {
  const source = openSource(text)
  const reader = format === null ? readerOf(source) : readers[format]
  if (reader === null) {
    throw new LonghandError(
      'bad-transcript',
      'This is JSON, but not something that can be imported: an export from Longhand, ChatGPT or Claude.ai, or a transcript from OpenAI, Anthropic, Claude Code or Codex.',
    )
  }
  const found = reader.read(source)
  const readings = found.filter((item): item is ReadMessage => 'message' in item)
  const skipped = [...source.skipped, ...found.filter((item): item is Skipped => 'problem' in item)]
  if (readings.length === 0 && skipped.length > 0) throw nothingRead(source, skipped)
  const details = detailsIn(source)
  return {
    format: reader.format,
    messages: readings.map(({ message }) => message),
    details: readings.map(({ message, from }) => details(from, message.role)),
    title: titleIn(source),
    sources: readings.map(({ from }) => from),
    unit: source.unit,
    skipped: skipped.toSorted((a, b) => a.index - b.index),
  }
}

const readers: Readonly<Record<Format, FormatReader>> = {
  longhand,
  'claude-code': claudeCode,
  codex,
  corpus,
  'openai-responses': openaiResponses,
  anthropic,
  'openai-chat': openaiChat,
}

const readerOf = (source: TranscriptSource): FormatReader | null =>
  formats.map(format => readers[format]).find(reader => reader.recognises(source)) ?? null

function nothingRead({ unit }: TranscriptSource, [first, ...others]: readonly Skipped[]): LonghandError {
  const place = unit === 'line' ? `Line ${first!.index + 1}` : `Item ${first!.index}`
  const more = others.length === 0 ? '' : ` ${others.length} more cannot be read either.`
  return new LonghandError('bad-transcript', `${place} ${first!.problem}.${more} Give a list of messages.`)
}
