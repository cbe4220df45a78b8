import { connectionsPath, type Environment, providerVariables, readConnections } from '@longhand/server/environment'
import * as wording from '../../words/doctor.ts'
import { type Finding, note, ok, problem } from './finding.ts'

/** Which keys are set and where those are that were pasted on the page; their values are not shown. */
export function checkKeys(variables: NodeJS.ProcessEnv, { config, folder }: Environment): readonly Finding[] {
  const { values } = config
  const { local, ...others } = providerVariables
  const names = [...Object.values(others).map(({ key }) => key), local.address]
  const given = names.filter(name => variables[name]?.trim())
  const malformed = given.filter(name => /\s|^["']|["']$/.test(variables[name]!.trim()))
  const configured = Object.entries(values.providers ?? {}).flatMap(([name, config = {}]) =>
    'key_file' in config || name === 'compatible' ? [wording.configured(name)] : [],
  )
  const pasted = pastedKeys(folder)
  const keys =
    given.length + configured.length > 0
      ? ok(wording.keys, [...given, ...configured].join(', '))
      : note(wording.keys, wording.noKeys, wording.connectOrSet(names.join(', ')))
  const isNeeded = given.length + configured.length > 0 || pasted.length === 0
  return [
    ...(isNeeded ? [keys] : []),
    ...pasted,
    ...malformed.map(name => note(wording.keys, wording.spacesOrQuotes(name), wording.setWithoutThem)),
  ]
}

/** W9 what was connected on the page, and the file that holds it. */
function pastedKeys(folder: string): readonly Finding[] {
  const path = connectionsPath(folder)
  try {
    const names = readConnections(folder).map(({ name }) => name)
    return names.length === 0 ? [] : [ok(wording.keys, wording.connectedOnThePage(names.join(', '), path))]
  } catch (error) {
    return [problem(wording.keys, (error as Error).message)]
  }
}
