import { readFile } from 'node:fs/promises'
import type { Message } from 'longhand'
import type { Json } from 'longhand/internal/core'
import { readSnapshot, type Scope } from 'longhand/internal/engine'
import { smallOffline } from '../models/offline.ts'
import { appendMessages } from './append-messages.ts'

type Sample = { readonly title: string; readonly messages: readonly Message[] }

/** O2 fills a conversation with one that is about to be condensed: one more message, and it happens. */
export async function loadSample(scope: Scope): Promise<void> {
  const { store, conversation } = scope
  const { title, messages } = JSON.parse(await readFile(new URL('./sample.json', import.meta.url), 'utf8')) as Sample
  await store.conversations.update(conversation, { title, model: smallOffline.name })
  await appendMessages(scope, messages)
  await store.conversations.update(conversation, { settings: await justBelow(scope) })
}

/** It fills a little less than 80% of its window; its own threshold is the very next token. */
async function justBelow(scope: Scope): Promise<Json> {
  const { status, policy } = await readSnapshot(scope)
  return { policy: { threshold: { ...policy.threshold, tokens: status.used + 1 } } }
}
