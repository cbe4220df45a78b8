import { type Environment, knownVariables } from '@longhand/server/environment'
import { visible, withheldLine } from '@longhand/server/trust'
import { nearest } from 'longhand/internal/core'
import { type Finding, note, ok } from './finding.ts'

/** H6 which file was read, and where every value came from that is not the default. */
export function checkConfig({ config }: Environment, variables: NodeJS.ProcessEnv): readonly Finding[] {
  const { file, origins, trust } = config
  const found = Object.entries(origins).map(([key, origin]) =>
    ok('Config', visible(`${key} = ${shownValue(config, key)}`), origin),
  )
  const read = file === null ? 'no longhand.config.yaml here; defaults, the environment and flags hold' : file
  return [ok('Config', read), ...trustFindings(trust), ...found, ...unknownVariables(variables)]
}

/** S whether all of the file is in force, and if not, what is missing and why. */
function trustFindings(trust: Environment['config']['trust']): readonly Finding[] {
  if (trust.type === 'not-needed') return []
  if (trust.type === 'named') return [ok('Trust', 'all of it is in force: you have named the file')]
  if (trust.type === 'approved')
    return [ok('Trust', `all of it is in force: you trusted its folder on ${trust.at.slice(0, 10)}`)]
  const [found = '', fix = ''] = withheldLine(trust, 'all').split('. To allow this, ')
  return [note('Trust', `${found}.`, `To allow this, ${fix}`)]
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

/** An unknown variable is most likely misspelt. */
function unknownVariables(variables: NodeJS.ProcessEnv): readonly Finding[] {
  const known = knownVariables()
  const ours = Object.keys(variables).filter(name => name.startsWith('LONGHAND_'))
  return ours.flatMap(name => {
    if (known.includes(name)) return []
    const near = nearest(name, known)
    return [note('Config', `${name} is not read by anything.`, near === null ? 'Remove it.' : `Did you mean ${near}?`)]
  })
}
