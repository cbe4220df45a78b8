import { LonghandError } from 'longhand'
import { nearest } from 'longhand/internal/core'
import { redact } from 'longhand/internal/facts'
import type { z } from 'zod'
import { visible } from '../trust/visible.ts'
import { type ConfigEntry, type KeyPath, keyOf, mergeEntries } from './config-entry.ts'
import { keysAt } from './config-keys.ts'
import { type ConfigValues, configSchema } from './config-schema.ts'

/** The values in force, or one sentence about the first mistake: where it is, which key, what it must be. */
export function checkConfig(given: readonly ConfigEntry[]): ConfigValues {
  const values = mergeEntries(given)
  const checked = configSchema.safeParse(values)
  const problems = [
    ...given.flatMap(secretProblem),
    ...(checked.error?.issues ?? []).flatMap(issue => problemsOf(issue, values)),
    ...(checked.success ? crossKeyProblems(checked.data) : []),
  ]
  const located = problems.map(problem => ({ ...problem, origin: originOf(problem.path, given) }))
  const [first] = located.toSorted((a, b) => lineNumber(a.origin) - lineNumber(b.origin))
  if (first === undefined) return checked.data!
  const more = located.length === 1 ? '' : ` (${located.length - 1} more after this)`
  throw new LonghandError('bad-config', `${first.origin}: ${visible(first.words)}${more}`, {
    details: { key: keyOf(first.path) },
  })
}

type Problem = { readonly path: KeyPath; readonly words: string }

function problemsOf(issue: z.core.$ZodIssue, values: unknown): readonly Problem[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map(key => unknownKey([...issue.path.map(String), key]))
  const path = issue.path.map(String)
  if (issue.code === 'invalid_key')
    return [{ path, words: `${keyOf(path)} is not a valid name; it must be ${issue.issues[0]?.message}.` }]
  const value = path.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], values)
  const found = value === null || value === undefined ? 'is empty' : `is ${shown(value)}`
  return [{ path, words: `${keyOf(path)} ${found}; it must be ${issue.message}.` }]
}

function unknownKey(path: KeyPath): Problem {
  const name = String(path.at(-1))
  if (secretKeys.test(name)) return { path, words: `${keyOf(path)} does not belong here. ${secretRemedy}` }
  const keys = keysAt(path.slice(0, -1))
  const near = nearest(name, keys)
  const remedy = near === null ? `Known keys are ${keys.join(', ')}.` : `Did you mean ${near}?`
  return { path, words: `${keyOf(path)} is not a key. ${remedy}` }
}

const secretKeys = /^(api_?key|key|secret|token|password|database_url)$/i

const secretRemedy = 'Set it in the environment, or name a file that only you can read (0600) with key_file.'

/** Whatever its key is: what looks like a secret is refused before anyone copies the file. */
function secretProblem({ path, value, origin }: ConfigEntry): readonly Problem[] {
  const isSecret =
    !origin.startsWith('LONGHAND_') && redact(JSON.stringify(value) ?? '') !== (JSON.stringify(value) ?? '')
  return isSecret ? [{ path, words: `${keyOf(path)} holds what looks like a secret. ${secretRemedy}` }] : []
}

/** Problems that involve more than one key. */
function crossKeyProblems({
  compact = {},
  auth = {},
  mcp = {},
  providers = {},
  ...top
}: ConfigValues): readonly Problem[] {
  const kept = (['retention_window', 'retention_turns', 'retention_tokens'] as const).filter(key => key in compact)
  const jwt = auth.mode === 'jwt' ? (['issuer', 'audience', 'jwks_url'] as const).filter(key => !(key in auth)) : []
  return [
    ...kept.slice(1).map(key => ({
      path: ['compact', key],
      words: `compact.${key} and compact.${kept[0]} exclude each other. Keep one.`,
    })),
    ...duplicateProblem(
      compact.token_threshold,
      top.model_auto_compact_token_limit,
      'model_auto_compact_token_limit',
      'compact.token_threshold',
    ),
    ...duplicateProblem(compact.prompt ?? compact.prompt_file, top.compact_prompt, 'compact_prompt', 'compact.prompt'),
    ...duplicateProblem(compact.prompt, compact.prompt_file, 'compact.prompt_file', 'compact.prompt'),
    ...duplicateProblem(kept[0], top.preserve_count, 'preserve_count', `compact.${kept[0]}`),
    ...jwt.map(key => ({ path: ['auth', 'mode'], words: `auth.mode is jwt, so auth.${key} is required.` })),
    ...Object.entries(providers.compatible ?? {}).flatMap(([name, server]) => ownServerProblems(name, server)),
    ...Object.entries(mcp.servers ?? {}).flatMap(([name, { command, url }]) =>
      (command === undefined) === (url === undefined)
        ? [{ path: ['mcp', 'servers', name], words: `mcp.servers.${name} must have either command or url.` }]
        : [],
    ),
  ]
}

type OwnServer = { readonly base_url?: string | undefined; readonly models?: readonly string[] | undefined }

function ownServerProblems(name: string, { base_url, models = [] }: OwnServer): readonly Problem[] {
  const key = `providers.compatible.${name}`
  const lacks = base_url === undefined ? 'base_url must be there' : 'models must name at least one'
  const missing = base_url === undefined || models.length === 0 ? [`${key}.${lacks}.`] : []
  const taken = reserved.includes(name) ? [`${key} has a name that is taken. Choose another.`] : []
  return [...missing, ...taken].map(words => ({ path: key.split('.'), words }))
}

const reserved = ['anthropic', 'openai', 'google', 'openrouter', 'local', 'offline']

const duplicateProblem = (one: unknown, other: unknown, key: string, same: string): readonly Problem[] =>
  one === undefined || other === undefined
    ? []
    : [{ path: key.split('.'), words: `${key} and ${same} say the same. Keep one.` }]

const shown = (value: unknown): string => redact(JSON.stringify(value)).slice(0, 60)

/** The origin of a key, or of the section it is missing from. */
function originOf(path: KeyPath, given: readonly ConfigEntry[]): string {
  const found = given.findLast(one => one.path.every((step, at) => path[at] === step))
  return found?.origin ?? 'longhand.config.yaml'
}

const lineNumber = (origin: string): number => Number(/:(\d+)$/.exec(origin)?.[1] ?? Number.MAX_SAFE_INTEGER)
