import { createHash } from 'node:crypto'
import { titleFromText } from 'longhand/internal/client'
import {
  createPacer,
  type ParseExportLines,
  parseLongJson,
  type Scope,
  slices,
  writeJson,
} from 'longhand/internal/engine'
import type { CountedMessage, CountedTranscript } from 'longhand/internal/wire'

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
  const [all, own] = [createHash('sha256'), createHash('sha256')]
  const pace = createPacer()
  const hashed = async (line: object, hashes: readonly (typeof all)[]): Promise<string> => {
    const text = await writeJson(line)
    // In slices, with a pause between them: a message may be very long.
    for (const slice of slices(`${text}\n`)) {
      for (const hash of hashes) hash.update(slice)
      await pace()
    }
    return text
  }
  yield await hashed({ type: 'longhand', format: 1 }, [all])
  const now = Date.now()
  yield await hashed(conversationLine(id, transcript, now), [all, own])
  let depth = 0
  let time = transcript.startedAt ?? now
  for (const batch of transcript.batches) {
    for (const said of (await parseLongJson(batch, engine.runTask)) as readonly CountedMessage[]) {
      const { message, count, at, model } = said
      depth++
      time = at ?? time
      const entry = { type: 'message', id: engine.newId(), depth, number: depth, message, count }
      yield await hashed({ type: 'entry', line: 1, at: time, about: model === null ? null : { model }, entry }, [
        all,
        own,
      ])
    }
  }
  yield await hashed({ type: 'conversation-end', id, hash: own.digest('hex') }, [all])
  yield JSON.stringify({ type: 'end', conversations: 1, hash: all.digest('hex') })
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
