import { readFile } from 'node:fs/promises'
import type { Message } from 'longhand'
import type { Scope } from 'longhand/engine'
import { smallOffline } from '../models/offline.ts'
import { appendMessages } from '../transfer/append-messages.ts'

type Sample = { readonly title: string; readonly messages: readonly Message[] }

/** O2 fills a conversation with one that is about to be condensed: one more message, and it happens. */
export async function loadSample(scope: Scope): Promise<void> {
  const { title, messages } = JSON.parse(await readFile(new URL('./sample.json', import.meta.url), 'utf8')) as Sample
  await scope.store.conversations.update(scope.conversation, { title, model: smallOffline.name })
  await appendMessages(scope, messages)
}
