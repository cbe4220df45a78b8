import type { Json } from '../core/json.ts'
import type { Scope } from '../engine/engine.ts'
import type { Conversation } from '../engine/ports/store-conversations.ts'
import { isJsonObject, isList } from '../wire/json-object.ts'
import type { ClientRequest } from './read-request.ts'
import { valueAt } from './scan-object.ts'

/** The items of a request in which the system speaks. */
export const systemItemsIn = ({ bytes, items, pieces }: ClientRequest): readonly Json[] =>
  pieces.filter(({ role }) => role === 'system').map(({ item }) => valueAt(bytes, items[item]!) as Json)

/** H4.17 what the system said in earlier requests of a conversation that its provider holds: it is not said again. */
export function heldSystemOf({ settings }: Pick<Conversation, 'settings'>): readonly Json[] {
  const relay = isJsonObject(settings) ? settings.relay : undefined
  const system = isJsonObject(relay) ? relay.system : undefined
  return isList(system) ? system : []
}

/** Keeps what the system says with its conversation, each item once. */
export async function holdSystem(
  { store, conversation }: Scope,
  now: Pick<Conversation, 'settings'>,
  said: readonly Json[],
): Promise<void> {
  const before = heldSystemOf(now)
  const known = new Set(before.map(item => JSON.stringify(item)))
  const added = said.filter(item => !known.has(JSON.stringify(item)))
  if (added.length === 0 || !isJsonObject(now.settings) || !isJsonObject(now.settings.relay)) return
  const relay = { ...now.settings.relay, system: [...before, ...added] }
  await store.conversations.update(conversation, { settings: { ...now.settings, relay } })
}
