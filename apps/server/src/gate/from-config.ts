import type { ConfigValues } from '../config/config-schema.ts'
import { type Auth, localAuth, usualJwt } from './auth.ts'
import { type Limits, usualLimits } from './limits.ts'

/** How people sign in, as the configuration has it. Where an issuer does, it has been checked that all of it is there. */
export function authFrom({ auth = {} }: ConfigValues): Auth {
  const { mode = 'local', issuer = '', audience = '', jwks_url: jwks = '', algorithms = usualJwt.algorithms } = auth
  return mode === 'local' ? localAuth : { ...usualJwt, mode, issuer, audience, jwks, algorithms }
}

/** What one person may ask for, as the configuration has it. */
export function limitsFrom({ limits = {}, server = {} }: ConfigValues, auth: Auth): Limits {
  const usual = usualLimits(auth)
  const { read, change, turn, compaction, transfer } = usual.perMinute
  return {
    ...usual,
    perMinute: {
      ...usual.perMinute,
      read: limits.requests_per_minute ?? read,
      change: limits.requests_per_minute ?? change,
      turn: limits.turns_per_minute ?? turn,
      compaction: limits.compactions_per_minute ?? compaction,
      transfer: limits.transfers_per_minute ?? transfer,
    },
    bodyBytes: limits.body_bytes ?? usual.bodyBytes,
    messageBytes: limits.message_bytes ?? usual.messageBytes,
    jsonDepth: limits.json_depth ?? usual.jsonDepth,
    feedsEach: limits.live_feeds ?? usual.feedsEach,
    proxies: server.proxies ?? usual.proxies,
  }
}
