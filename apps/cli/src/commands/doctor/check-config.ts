import { type Environment, knownVariables } from '@longhand/server/environment'
import { visible, withheldLine } from '@longhand/server/trust'
import { nearest } from 'longhand/internal/core'
import * as wording from '../../words/doctor.ts'
import { type Finding, note, ok } from './finding.ts'

/** H6 which file was read, and where every value came from that is not the default. */
export function checkConfig({ config }: Environment, variables: NodeJS.ProcessEnv): readonly Finding[] {
  const { file, origins, trust } = config
  const found = Object.entries(origins).map(([key, origin]) =>
    ok(wording.config, visible(`${key} = ${shownValue(config, key)}`), origin),
  )
  const read = file === null ? wording.noConfigFile : file
  return [ok(wording.config, read), ...trustFindings(trust), ...found, ...unknownVariables(variables)]
}

/** S whether all of the file is in force, and if not, what is missing and why. */
function trustFindings(trust: Environment['config']['trust']): readonly Finding[] {
  if (trust.type === 'not-needed') return []
  if (trust.type === 'named') return [ok(wording.trust, wording.trustedByName)]
  if (trust.type === 'approved') return [ok(wording.trust, wording.trustedFolder(trust.at.slice(0, 10)))]
  const [found = '', fix = ''] = withheldLine(trust, 'all').split(`. ${wording.toAllowThis} `)
  return [note(wording.trust, `${found}.`, `${wording.toAllowThis} ${fix}`)]
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
    return [note(wording.config, wording.isNotUsed(name), near === null ? wording.removeIt : wording.didYouMean(near))]
  })
}
