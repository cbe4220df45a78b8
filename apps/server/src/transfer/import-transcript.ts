import { titleFromText } from 'longhand/internal/client'
import { foldAhead, type ParseExportLines, type Scope } from 'longhand/internal/engine'
import type { CountedTranscript } from 'longhand/internal/wire'
import { createExportWriter } from './export-writer.ts'
import { messageLines } from './message-lines.ts'

/** Creates a conversation from a transcript, all of it or nothing, with the dates and models that it tells; then makes it fit. */
export async function importTranscript(
  scope: Scope,
  transcript: CountedTranscript,
  parse: ParseExportLines,
): Promise<void> {
  await scope.store.import(exportLines(scope, transcript), parse)
  await foldAhead(scope)
}

/** The transcript as an export of this conversation: what is imported can have any date. */
async function* exportLines(scope: Scope, transcript: CountedTranscript): AsyncGenerator<string> {
  const { engine, conversation: id } = scope
  const write = createExportWriter()
  yield await write.head(JSON.stringify({ type: 'longhand', format: 1 }))
  const now = Date.now()
  yield await write.line(JSON.stringify(conversationLine(id, transcript, now)))
  const { batches, startedAt } = transcript
  yield* messageLines(engine, { line: 1, forked: 0, startedAt: startedAt ?? now, batches }, write)
  yield await write.conversationEnd(id)
  yield write.end(1)
}

function conversationLine(
  id: string,
  { messages, title, firstUserText, startedAt, endedAt }: CountedTranscript,
  now: number,
) {
  const createdAt = startedAt ?? now
  return {
    ...{ type: 'conversation', id, kind: 'chat', project: null },
    title: titleFromText(title ?? '') ?? titleFromText(firstUserText) ?? 'Imported conversation',
    // Which model goes on is chosen here: the one that answered may not be available.
    ...{ model: null, settings: {}, status: null },
    head: { line: 1, depth: messages },
    ...{ epoch: 0, version: 1, checkpoints: 0, createdAt, updatedAt: endedAt ?? createdAt },
    lines: [{ line: 1, parent: null, forked: 0, tip: messages, at: createdAt }],
  }
}
