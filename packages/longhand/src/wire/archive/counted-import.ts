import type { Message } from '../../core/message.ts'
import { type CountedTranscript, countedTranscript } from '../counted-transcript.ts'
import { parseJson } from '../parse-json.ts'
import { type CountedArchive, countedArchive } from './counted-archive.ts'
import { readArchive } from './read-archive.ts'

/** What another program has written down: one conversation, or an archive of many. */
export function countedImport(text: string, count: (message: Message) => number): CountedTranscript | CountedArchive {
  const parsed = text.includes('"mapping"') || text.includes('"chat_messages"') ? parseJson(text) : null
  const archive = parsed !== null && 'value' in parsed ? readArchive(parsed.value) : null
  return archive === null ? countedTranscript(text, count) : countedArchive(archive, count)
}
