import { titleFromText } from 'longhand/internal/client'
import { type Engine, foldAhead, type ImportResult, type ParseExportLines, scopeOf } from 'longhand/internal/engine'
import type { CountedArchive, CountedConversation } from 'longhand/internal/wire'
import { createExportWriter } from './export-writer.ts'
import { messageLines } from './message-lines.ts'

type Archives = {
  readonly archives: AsyncIterable<CountedArchive> | Iterable<CountedArchive>
  readonly parse: ParseExportLines
}

/**
 * Stores the conversations of an archive, all or none, with their branches and dates, then makes them fit. Those that are
 * here already are left as they are.
 */
export async function importArchive(
  engine: Engine,
  owner: string,
  { archives, parse }: Archives,
): Promise<ImportResult & { readonly unread: number }> {
  let unread = 0
  const counting = async function* () {
    for await (const archive of archives) {
      unread += archive.unread
      yield* archive.conversations
    }
  }
  const known = new Set<string>()
  const stored = await engine.storage.as(owner).import(archiveLines(engine, counting(), known), parse)
  for (const id of known) if (!stored.skipped.includes(id)) await foldAhead(scopeOf(engine, owner, id))
  return { ...stored, unread }
}

/** The conversations as an export: what is imported can have any date. */
async function* archiveLines(
  engine: Engine,
  all: AsyncIterable<CountedConversation>,
  known: Set<string>,
): AsyncGenerator<string> {
  const write = createExportWriter()
  yield await write.head(JSON.stringify({ type: 'longhand', format: 1 }))
  for await (const conversation of all) {
    const id = conversation.id === null || known.has(conversation.id) ? engine.newId() : conversation.id
    known.add(id)
    yield* conversationLines(engine, { ...conversation, id }, write)
  }
  yield write.end(known.size)
}

async function* conversationLines(
  engine: Engine,
  conversation: CountedConversation & { readonly id: string },
  write: ReturnType<typeof createExportWriter>,
): AsyncGenerator<string> {
  const { id, title, firstUserText, startedAt, endedAt, lines } = conversation
  const createdAt = startedAt ?? Date.now()
  yield await write.line(
    JSON.stringify({
      ...{ type: 'conversation', id, kind: 'chat', project: null },
      title: titleFromText(title ?? '') ?? titleFromText(firstUserText) ?? 'Imported conversation',
      ...{ model: null, settings: {}, status: null },
      head: { line: 1, depth: lines[0]!.tip },
      ...{ epoch: 0, version: 1, checkpoints: 0, createdAt, updatedAt: Math.max(createdAt, endedAt ?? createdAt) },
      lines: lines.map(({ parent, forked, tip }, at) => ({ line: at + 1, parent, forked, tip, at: createdAt })),
    }),
  )
  for (const [index, { forked, batches }] of lines.entries())
    yield* messageLines(engine, { line: index + 1, forked, startedAt: createdAt, batches }, write)
  yield await write.conversationEnd(id)
}
