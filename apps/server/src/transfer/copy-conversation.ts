import { type ParseExportLines, parseLongJson, type Scope } from 'longhand/internal/engine'
import { createExportWriter } from './export-writer.ts'

/** What is different about a copy. */
export type CopyChanges = { readonly id: string; readonly model: string | null }

/** Copies a conversation with all of its branches, checkpoints and compactions. The copy is written here, whoever writes the original. */
export async function copyConversation(scope: Scope, changes: CopyChanges, parse: ParseExportLines): Promise<void> {
  await scope.store.import(copiedLines(scope, changes), parse)
}

/** The export of the conversation under another id: the head of the file, the conversation, what is in it, two ends. */
async function* copiedLines(
  { store, conversation, engine }: Scope,
  { id, model }: CopyChanges,
): AsyncGenerator<string> {
  const write = createExportWriter()
  let number = 0
  let held: readonly string[] = []
  for await (const line of store.export([conversation])) {
    number++
    if (number === 1) yield await write.head(line)
    else if (number === 2) {
      const head = (await parseLongJson(line, engine.runTask)) as { readonly settings: { readonly relay?: unknown } }
      const { relay: _, ...settings } = head.settings ?? {}
      yield await write.line(JSON.stringify({ ...head, id, model, settings, updatedAt: Date.now() }))
    } else {
      // The last two lines are the ends, which are other ones here.
      held = [...held, line]
      if (held.length > 2) yield await write.line(held[0]!)
      held = held.slice(-2)
    }
  }
  yield await write.conversationEnd(id)
  yield write.end(1)
}
