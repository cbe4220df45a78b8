import { LonghandError } from '../core/errors.ts'

/** Ids of conversations, projects and owners are UUIDs; anything else names nothing. */
export function uuid(id: string): string {
  if (/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(id)) return id.toLowerCase()
  throw new LonghandError('not-found', `There is no ${JSON.stringify(id.slice(0, 60))} here: ids are UUIDs.`)
}
