import type { Environment } from '@longhand/server/environment'
import { type Finding, note, ok } from './finding.ts'

/** The variables that hold keys or addresses of model providers. */
const names = [
  'ANTHROPIC_API_KEY',
  'OPENAI_API_KEY',
  'GOOGLE_GENERATIVE_AI_API_KEY',
  'OPENROUTER_API_KEY',
  'LOCAL_BASE_URL',
] as const

/** Which keys are set; their values are not shown. */
export function checkKeys(variables: NodeJS.ProcessEnv, { values }: Environment['config']): readonly Finding[] {
  const providers = Object.entries(values.providers ?? {})
  const given = names.filter(name => variables[name]?.trim())
  const malformed = given.filter(name => /\s|^["']|["']$/.test(variables[name]!.trim()))
  const named = providers.flatMap(([name, config = {}]) =>
    'key_file' in config || name === 'compatible' ? [`${name} by the configuration`] : [],
  )
  const keys =
    given.length + named.length > 0
      ? ok('Keys', [...given, ...named].join(', '))
      : note('Keys', 'None. The offline model answers, by quoting what it was sent.', `Set one of ${names.join(', ')}.`)
  return [keys, ...malformed.map(name => note('Keys', `${name} has spaces or quotes in it.`, 'Set it without them.'))]
}
