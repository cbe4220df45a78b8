import { type Engine, parseLongJson, writeJson } from 'longhand/internal/engine'
import type { CountedMessage } from 'longhand/internal/wire'
import type { createExportWriter } from './export-writer.ts'

/** A line of a conversation, and its messages as they were counted by whoever read them. */
export type LineOfMessages = {
  readonly line: number
  readonly forked: number
  /** For messages that do not tell when they were said. */
  readonly startedAt: number
  readonly batches: readonly string[]
}

/** The messages as lines of an export: what is imported can have any date. */
export async function* messageLines(
  engine: Engine,
  { line, forked, startedAt, batches }: LineOfMessages,
  write: ReturnType<typeof createExportWriter>,
): AsyncGenerator<string> {
  let depth = forked
  let time = startedAt
  for (const batch of batches) {
    for (const said of (await parseLongJson(batch, engine.runTask)) as readonly CountedMessage[]) {
      const { message, count, at, model } = said
      depth++
      time = at ?? time
      const entry = { type: 'message', id: engine.newId(), depth, number: depth, message, count }
      const about = model === null ? null : { model }
      yield await write.line(await writeJson({ type: 'entry', line, at: time, about, entry }))
    }
  }
}
