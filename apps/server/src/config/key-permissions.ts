import type { KeyPath } from './config-entry.ts'

/** What a key makes Longhand do that only a person may allow; permissions of one kind are shown under one heading. */
export type PermissionKind = 'program' | 'address' | 'file' | 'model' | 'words' | 'server'

/**
 * S, H6 every key of the configuration: harmless wherever the file comes from, or what it needs trust for. Harmless are
 * only numbers and words of closed lists that decide when and how far a conversation is compacted, never free text. A key
 * that is missing here needs trust, and a test fails.
 */
export const keyPermissions: Readonly<Record<string, PermissionKind | 'harmless'>> = {
  model: 'model',
  model_auto_compact_token_limit: 'harmless',
  compact_prompt: 'words',
  preserve_count: 'harmless',
  'compact.preset': 'harmless',
  'compact.automatic': 'harmless',
  'compact.strategy': 'harmless',
  'compact.incremental': 'harmless',
  'compact.threshold': 'harmless',
  'compact.token_threshold': 'harmless',
  'compact.message_threshold': 'harmless',
  'compact.turn_threshold': 'harmless',
  'compact.retention_window': 'harmless',
  'compact.retention_turns': 'harmless',
  'compact.retention_tokens': 'harmless',
  'compact.prepare': 'harmless',
  'compact.target': 'harmless',
  'compact.cold_threshold': 'harmless',
  'compact.min_messages': 'harmless',
  'compact.min_saving': 'harmless',
  'compact.min_retention': 'harmless',
  'compact.max_tokens': 'harmless',
  // The model that writes summaries reads the whole conversation, and is paid for it.
  'compact.model': 'model',
  'compact.fast_model': 'model',
  'compact.prompt': 'words',
  'compact.prompt_file': 'file',
  'compact.instructions': 'words',
  'compact.summary_tag': 'words',
  'checkpoints.landmarks': 'harmless',
  ...knownProvider('anthropic'),
  ...knownProvider('openai'),
  ...knownProvider('google'),
  ...knownProvider('openrouter'),
  ...knownProvider('compatible.*'),
  'providers.compatible.*.tools': 'model',
  'models.*.window': 'harmless',
  'models.*.output': 'harmless',
  'models.*.prices.input': 'harmless',
  'models.*.prices.output': 'harmless',
  'models.*.prices.cache_read': 'harmless',
  'models.*.prices.cache_write': 'harmless',
  'server.host': 'server',
  'server.port': 'server',
  'server.hosts': 'server',
  'server.proxies': 'server',
  'server.data': 'server',
  'server.database_url_file': 'file',
  'server.watchdog': 'server',
  'server.drain_seconds': 'server',
  'server.not_ready_seconds': 'server',
  'server.min_free_mb': 'server',
  'server.database_connections': 'server',
  'server.statement_timeout_seconds': 'server',
  'auth.mode': 'server',
  'auth.session_days': 'server',
  'auth.issuer': 'server',
  'auth.audience': 'server',
  'auth.jwks_url': 'address',
  'auth.algorithms': 'server',
  'limits.requests_per_minute': 'server',
  'limits.turns_per_minute': 'server',
  'limits.compactions_per_minute': 'server',
  'limits.transfers_per_minute': 'server',
  'limits.body_bytes': 'server',
  'limits.message_bytes': 'server',
  'limits.json_depth': 'server',
  'limits.live_feeds': 'server',
  'limits.shared': 'server',
  'limits.storage_mb': 'server',
  'limits.dollars_per_month': 'server',
  'relay.enabled': 'server',
  'relay.keys': 'server',
  // They decide who reads what programs say.
  'relay.anthropic': 'server',
  'relay.openai': 'server',
  'relay.client_windows.*': 'harmless',
  'relay.keep_once': 'server',
  'relay.body_bytes': 'server',
  'mcp.servers.*.command': 'program',
  'mcp.servers.*.args': 'program',
  'mcp.servers.*.env.*': 'program',
  'mcp.servers.*.url': 'address',
  'log.level': 'server',
  'log.audit_file': 'file',
  'metrics.enabled': 'server',
}

function knownProvider(name: string): Record<string, PermissionKind> {
  return {
    [`providers.${name}.base_url`]: 'address',
    [`providers.${name}.key_env`]: 'address',
    [`providers.${name}.key_file`]: 'address',
    [`providers.${name}.models`]: 'model',
    [`providers.${name}.summary_model`]: 'model',
    [`providers.${name}.fast_model`]: 'model',
  }
}

/** Keys that name a place on the disk. */
const pathPatterns = [
  ['compact', 'prompt_file'],
  ['providers', '*', 'key_file'],
  ['providers', 'compatible', '*', 'key_file'],
  ['server', 'data'],
  ['server', 'database_url_file'],
  ['log', 'audit_file'],
]

/** What a key needs trust for; unknown keys need it too. */
export function permissionFor(path: KeyPath): PermissionKind | 'harmless' {
  const found = patterns.find(({ steps }) => matches(steps, path))
  return found?.kind ?? 'server'
}

/** Whether the value of a key is a path. */
export const isPathKey = (path: KeyPath): boolean => pathPatterns.some(steps => matches(steps, path))

const patterns = Object.entries(keyPermissions).map(([key, kind]) => ({ steps: key.split('.'), kind }))

const matches = (steps: readonly string[], path: KeyPath): boolean =>
  steps.length === path.length && steps.every((step, at) => step === '*' || step === path[at])
