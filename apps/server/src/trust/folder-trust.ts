import { lstatSync, readlinkSync, type Stats, statSync } from 'node:fs'
import type { ConfigEntry } from '../config/config-entry.ts'
import { fingerprint } from './fingerprint.ts'
import { type Permission, permissionsIn } from './permissions.ts'
import { readAnswer } from './trust-store.ts'
import { visible } from './visible.ts'

/** Whether the privileged keys of the file in the working directory count. */
export type FolderTrust =
  /** There is no file, or it has only harmless keys. */
  | { readonly type: 'not-needed' }
  /** The person named the file themselves, by flag or variable. */
  | { readonly type: 'named' }
  | { readonly type: 'approved'; readonly at: string }
  | Withheld

/** Keys that are ignored, and why: the person was not asked, other keys were approved, or they refused. */
export type Withheld = {
  readonly type: 'withheld'
  readonly reason: 'unasked' | 'changed' | 'refused'
  readonly request: TrustRequest
}

/** What a person is asked about. */
export type TrustRequest = {
  /** The real path of the folder. */
  readonly folder: string
  readonly file: string
  /** Where answers are kept. */
  readonly home: string
  readonly digest: string
  readonly permissions: readonly Permission[]
  /** Who else could change the file, and where it really is. */
  readonly warnings: readonly string[]
  /** What was shown when it was approved before; empty when it never was. */
  readonly before: readonly string[]
}

/** The file of a working directory, and what else its trust depends on. */
type FolderFile = {
  readonly folder: string
  readonly file: string
  readonly home: string
  readonly variables: NodeJS.ProcessEnv
}

/** Looks up whether exactly this was approved. `given` are the entries that need trust. */
export function decideTrust(given: readonly ConfigEntry[], { folder, file, home, variables }: FolderFile): FolderTrust {
  if (given.length === 0) return { type: 'not-needed' }
  const answer = readAnswer(home, folder)
  const digest = fingerprint(given, folder)
  const isSame = answer?.digest === digest
  if (isSame && answer.answer === 'trusted') return { type: 'approved', at: answer.at }
  return {
    type: 'withheld',
    reason: answer === null ? 'unasked' : isSame ? 'refused' : 'changed',
    request: {
      ...{ folder, file, home, digest },
      permissions: permissionsIn(given, { folder, variables }),
      warnings: warningsAbout(folder, file),
      before: answer?.answer === 'trusted' ? answer.shown : [],
    },
  }
}

function warningsAbout(folder: string, file: string): readonly string[] {
  const link = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()
    ? [`The file is a link to ${visible(readlinkSync(file))}.`]
    : []
  // Windows has no such modes.
  if (process.platform === 'win32') return link
  const found = [
    ['The file', statSync(file)],
    ['The folder', statSync(folder)],
  ] as const
  return [...link, ...found.flatMap(([what, about]) => foreignAccess(about).map(who => `${what} ${who}.`))]
}

function foreignAccess({ uid, mode }: Stats): readonly string[] {
  const isForeign = uid !== process.getuid?.() && uid !== 0
  return [
    ...(isForeign ? [`belongs to another user of this computer (${uid})`] : []),
    ...((mode & 0o002) !== 0 ? ['can be changed by every user of this computer'] : []),
  ]
}
