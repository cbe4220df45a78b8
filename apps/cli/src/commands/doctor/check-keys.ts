import { type Environment, providerVariables } from '@longhand/server/environment'
import { type Finding, note, ok } from './finding.ts'

/** Which keys are set; their values are not shown. */
export function checkKeys(variables: NodeJS.ProcessEnv, { values }: Environment['config']): readonly Finding[] {
  const { local, ...others } = providerVariables
  const names = [...Object.values(others).map(({ key }) => key), local.address]
  const given = names.filter(name => variables[name]?.trim())
  const malformed = given.filter(name => /\s|^["']|["']$/.test(variables[name]!.trim()))
  const configured = Object.entries(values.providers ?? {}).flatMap(([name, config = {}]) =>
    'key_file' in config || name === 'compatible' ? [`${name} (configuration)`] : [],
  )
  const keys =
    given.length + configured.length > 0
      ? ok('Keys', [...given, ...configured].join(', '))
      : note('Keys', 'None. The offline model answers, by quoting what it was sent.', `Set one of ${names.join(', ')}.`)
  return [keys, ...malformed.map(name => note('Keys', `${name} has spaces or quotes in it.`, 'Set it without them.'))]
}
