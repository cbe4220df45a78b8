import { createMiddleware } from 'hono/factory'
import { LonghandError } from 'longhand'
import type { RequestEnv } from '../request-env.ts'
import type { RelaySettings } from './relay-settings.ts'

/** Refuses what the configuration does not let programs do. */
export const checkRelay = ({ enabled, keys }: RelaySettings) =>
  createMiddleware<RequestEnv>(async (c, next) => {
    // Not 404: to clients that is a model that is not there, and they look for another one.
    if (!enabled)
      throw new LonghandError('not-allowed', 'This server passes nothing on. Set relay.enabled to change that.')
    if (keys !== 'both' && c.var.keys !== keys) throw new LonghandError('not-allowed', keySentences[keys])
    await next()
  })

const keySentences = {
  server: 'This server passes requests on with its own keys only. Send its token in place of a key.',
  client: 'This server passes requests on with the keys of its clients only. Send your own.',
} as const
