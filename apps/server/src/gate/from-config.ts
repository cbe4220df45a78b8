import type { ConfigValues } from '../config/config-schema.ts'
import { isOff } from '../config/is-off.ts'
import { type Auth, defaultJwt, localAuth } from './auth.ts'
import { defaultLimits, type Limits } from './limits.ts'

/** How people sign in, as the configuration has it. Where an issuer does, it has been checked that all of it is there. */
export function authFrom({ auth = {} }: ConfigValues): Auth {
  const { mode = 'local', issuer = '', audience = '', jwks_url: jwks = '', algorithms = defaultJwt.algorithms } = auth
  return mode === 'local' ? localAuth : { ...defaultJwt, mode, issuer, audience, jwks, algorithms }
}

/** What one person may ask for, as the configuration has it. */
export function limitsFrom({ limits = {}, server = {}, relay = {} }: ConfigValues, auth: Auth): Limits {
  const defaults = defaultLimits(auth)
  const { read, change, turn, compaction, transfer } = defaults.perMinute
  return {
    ...defaults,
    perMinute: {
      ...defaults.perMinute,
      read: limits.requests_per_minute ?? read,
      change: limits.requests_per_minute ?? change,
      turn: limits.turns_per_minute ?? turn,
      compaction: limits.compactions_per_minute ?? compaction,
      transfer: limits.transfers_per_minute ?? transfer,
    },
    bodyBytes: limits.body_bytes ?? defaults.bodyBytes,
    messageBytes: limits.message_bytes ?? defaults.messageBytes,
    relayBytes: relay.body_bytes ?? defaults.relayBytes,
    jsonDepth: limits.json_depth ?? defaults.jsonDepth,
    feedsPerOwner: limits.live_feeds ?? defaults.feedsPerOwner,
    proxies: server.proxies ?? defaults.proxies,
    shared:
      (limits.shared !== undefined && !isOff(limits.shared)) ||
      limits.storage_mb !== undefined ||
      limits.dollars_per_month !== undefined,
    storageMB: limits.storage_mb ?? null,
    dollarsPerMonth: limits.dollars_per_month ?? null,
  }
}
