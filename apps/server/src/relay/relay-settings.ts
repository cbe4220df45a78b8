import type { ConfigValues } from '../config/config-schema.ts'
import { isOff } from '../config/is-off.ts'

/** How the server serves programs that only know its base URL. */
export type RelaySettings = {
  readonly enabled: boolean
  /** Whose keys their requests may be passed on with. */
  readonly keys: 'both' | 'server' | 'client'
  /** The providers of models that name none. */
  readonly providers: { readonly anthropic: string; readonly openai: string }
  readonly clientWindows: Readonly<Record<string, number>>
  readonly keepOnce: boolean
}

export const defaultRelay: RelaySettings = relaySettings({})

/** The same as the configuration has it. */
export function relaySettings({ relay = {} }: Pick<ConfigValues, 'relay'>): RelaySettings {
  const { enabled, keys = 'both', anthropic = 'anthropic', openai = 'openai', client_windows, keep_once } = relay
  return {
    enabled: !isOff(enabled),
    keys,
    providers: { anthropic, openai },
    clientWindows: client_windows ?? {},
    keepOnce: keep_once !== undefined && !isOff(keep_once),
  }
}
