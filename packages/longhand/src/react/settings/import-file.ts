import type { Api } from '../../client/api/api.ts'
import { formatNumber, pluralize } from '../../client/text/format.ts'
import { archiveHeadBytes, archiveParts, checkArchive, isArchive } from '../../client/transfer/archive-parts.ts'
import type { ReadableFile } from '../../client/transfer/zip.ts'
import * as words from '../words/settings.ts'

/** What came of a file: a conversation to open, or a sentence. */
export type ImportOutcome = { readonly conversation: string } | { readonly sentence: string }

/** Imports a file that a person has chosen. Of a long archive only what is needed is read. */
export async function importFile(api: Pick<Api, 'import'>, file: File): Promise<ImportOutcome> {
  const head = new Uint8Array(await file.slice(0, archiveHeadBytes).arrayBuffer())
  if (isArchive(head)) return importArchive(api, file)
  const text = await file.text()
  const kind = /^\{[^\n]*"type":"longhand"/.test(text.slice(0, 200)) ? 'export' : 'transcript'
  const { conversation } = await api.import(text, kind)
  return conversation === undefined ? { sentence: words.importedOne } : { conversation }
}

async function importArchive(api: Pick<Api, 'import'>, file: File): Promise<ImportOutcome> {
  const readable: ReadableFile = {
    size: file.size,
    read: async (from, to) => new Uint8Array(await file.slice(from, to).arrayBuffer()),
  }
  // Read to its end before the first part is sent: an archive that is damaged brings in nothing.
  await checkArchive(readable)
  let imported = 0
  let known = 0
  for await (const part of archiveParts(readable)) {
    const { conversations = 0, skipped = [] } = await api.import(part, 'transcript')
    imported += conversations
    known += skipped.length
  }
  const before = known === 0 ? '' : words.importedBefore(formatNumber(known))
  return { sentence: words.imported(pluralize(imported, 'conversation'), before) }
}
