import { type Environment, knownVariables } from '@longhand/server/environment'
import { nearest } from 'longhand'
import { type Finding, fine, note } from './finding.ts'

/** H6 which file was read, and where every value came from that is not the default. */
export function checkConfig({ config }: Environment, variables: NodeJS.ProcessEnv): readonly Finding[] {
  const { file, origins } = config
  const found = Object.entries(origins).map(([key, origin]) =>
    fine('Config', `${key} = ${shownValue(config, key)}`, origin),
  )
  const read = file === null ? 'no longhand.config.yaml here; defaults, the environment and flags hold' : file
  return [fine('Config', read), ...found, ...strangers(variables)]
}

function shownValue({ values }: Environment['config'], key: string): string {
  // Names of models and servers may hold dots themselves, so the longest step that is there is taken.
  const walk = (at: unknown, rest: string): unknown => {
    if (rest === '') return at
    if (typeof at !== 'object' || at === null) return undefined
    const step = Object.keys(at).find(name => rest === name || rest.startsWith(`${name}.`))
    return step === undefined ? undefined : walk((at as Record<string, unknown>)[step], rest.slice(step.length + 1))
  }
  const text = JSON.stringify(walk(values, key)) ?? ''
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}

/** A variable that nobody reads is most likely misspelt. */
function strangers(variables: NodeJS.ProcessEnv): readonly Finding[] {
  const known = knownVariables()
  const ours = Object.keys(variables).filter(name => name.startsWith('LONGHAND_'))
  return ours.flatMap(name => {
    if (known.includes(name)) return []
    const near = nearest(name, known)
    return [note('Config', `${name} is read by nobody.`, near === null ? 'Remove it.' : `Did you mean ${near}?`)]
  })
}
