import { connectionsPath, type Environment, providerVariables, readConnections } from '@longhand/server/environment'
import { type Finding, note, ok, problem } from './finding.ts'

/** Which keys are set and where those are that were pasted on the page; their values are not shown. */
export function checkKeys(variables: NodeJS.ProcessEnv, { config, folder }: Environment): readonly Finding[] {
  const { values } = config
  const { local, ...others } = providerVariables
  const names = [...Object.values(others).map(({ key }) => key), local.address]
  const given = names.filter(name => variables[name]?.trim())
  const malformed = given.filter(name => /\s|^["']|["']$/.test(variables[name]!.trim()))
  const configured = Object.entries(values.providers ?? {}).flatMap(([name, config = {}]) =>
    'key_file' in config || name === 'compatible' ? [`${name} (configuration)`] : [],
  )
  const pasted = pastedKeys(folder)
  const keys =
    given.length + configured.length > 0
      ? ok('Keys', [...given, ...configured].join(', '))
      : note(
          'Keys',
          'None in the environment or the configuration. Without any, the offline model answers.',
          `Connect a model on the page, or set one of ${names.join(', ')}.`,
        )
  const isNeeded = given.length + configured.length > 0 || pasted.length === 0
  return [
    ...(isNeeded ? [keys] : []),
    ...pasted,
    ...malformed.map(name => note('Keys', `${name} has spaces or quotes in it.`, 'Set it without them.')),
  ]
}

/** W9 what was connected on the page, and the file that holds it. */
function pastedKeys(folder: string): readonly Finding[] {
  const path = connectionsPath(folder)
  try {
    const names = readConnections(folder).map(({ name }) => name)
    return names.length === 0 ? [] : [ok('Keys', `${names.join(', ')}, connected on the page, in ${path}`)]
  } catch (error) {
    return [problem('Keys', (error as Error).message)]
  }
}
