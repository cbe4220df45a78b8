import { LonghandError } from 'longhand'
import { archiveParts, checkArchive, type ReadableFile } from 'longhand/internal/client'
import { type ArchiveFormat, readArchive } from 'longhand/internal/wire'
import * as wording from '../../words/import.ts'

/** What came of an archive. */
export type ImportedArchive = {
  readonly format: ArchiveFormat
  readonly conversations: number
  readonly messages: number
  /** How many were here already. */
  readonly known: number
}

type Post = (part: string) => Promise<Record<string, unknown>>

/** Imports the conversations of a ChatGPT or Claude.ai export, part by part. All of it is read before the first part is sent. */
export async function importArchive(file: ReadableFile, post: Post): Promise<ImportedArchive> {
  await checkArchive(file)
  let format: ArchiveFormat | undefined
  for await (const part of archiveParts(file)) format ??= readArchive(JSON.parse(part))?.format
  if (format === undefined) throw new LonghandError('bad-transcript', wording.noConversations)
  const sum = { conversations: 0, messages: 0, known: 0 }
  for await (const part of archiveParts(file)) {
    const { conversations, entries, skipped } = await post(part)
    sum.conversations += Number(conversations ?? 0)
    sum.messages += Number(entries ?? 0)
    sum.known += Array.isArray(skipped) ? skipped.length : 0
  }
  return { format, ...sum }
}
