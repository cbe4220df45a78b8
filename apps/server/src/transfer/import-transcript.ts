import { titleFromText } from 'longhand/internal/client'
import { type ParseExportLines, parseLongJson, type Scope, writeJson } from 'longhand/internal/engine'
import type { CountedMessage, CountedTranscript } from 'longhand/internal/wire'
import { createExportWriter } from './export-writer.ts'

/** Creates a conversation from a transcript, all of it or nothing, with the dates and models that it tells. */
export async function importTranscript(
  scope: Scope,
  transcript: CountedTranscript,
  parse: ParseExportLines,
): Promise<void> {
  await scope.store.import(exportLines(scope, transcript), parse)
}

/** The transcript as an export of this conversation: what is imported can have any date. */
async function* exportLines(scope: Scope, transcript: CountedTranscript): AsyncGenerator<string> {
  const { engine, conversation: id } = scope
  const write = createExportWriter()
  yield await write.head(JSON.stringify({ type: 'longhand', format: 1 }))
  const now = Date.now()
  yield await write.line(JSON.stringify(conversationLine(id, transcript, now)))
  let depth = 0
  let time = transcript.startedAt ?? now
  for (const batch of transcript.batches) {
    for (const said of (await parseLongJson(batch, engine.runTask)) as readonly CountedMessage[]) {
      const { message, count, at, model } = said
      depth++
      time = at ?? time
      const entry = { type: 'message', id: engine.newId(), depth, number: depth, message, count }
      const about = model === null ? null : { model }
      yield await write.line(await writeJson({ type: 'entry', line: 1, at: time, about, entry }))
    }
  }
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
