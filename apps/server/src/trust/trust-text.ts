import type { PermissionKind } from '../config/key-permissions.ts'
import type { TrustRequest, Withheld } from './folder-trust.ts'
import { type Permission, shellWord } from './permissions.ts'
import { visible } from './visible.ts'

/** The whole question but its last line: what is asked for, by what it could do. */
export function questionText({ reason, request }: Withheld): string {
  const { folder, warnings, before } = request
  const isChanged = before.length > 0
  const first = isChanged
    ? 'longhand.config.yaml asks for other things than those that you agreed to in this folder:'
    : reason === 'changed'
      ? 'longhand.config.yaml in this folder has changed since you were asked about it:'
      : 'There is a longhand.config.yaml in this folder, and it asks for more than settings:'
  return [
    '',
    first,
    `  ${visible(folder)}`,
    ...warnings.map(warning => `  Careful: ${warning}`),
    '',
    `If you trust it, Longhand will${isChanged ? ' (+ is new)' : ''}`,
    ...permissionLines(request),
    '',
    'Say no if you do not know this file, or one of these lines surprises you. Then Longhand starts without them.',
    'Your answer is kept for this folder, and you are asked again when one of these lines changes. Programs',
    'that are started here, and what they load, can change without a question.',
    '',
  ].join('\n')
}

/** What is asked for, a heading for each kind. */
export function permissionLines({
  permissions,
  before,
}: Pick<TrustRequest, 'permissions' | 'before'>): readonly string[] {
  const sign = (permission: Permission) =>
    before.length > 0 && !before.includes(permissionText(permission)) ? '  + ' : '    '
  return Object.entries(headings).flatMap(([kind, heading]) => {
    const own = permissions.filter(permission => permission.kind === kind)
    const lines = own.flatMap(one => [`${sign(one)}${titleOf(one)}`, ...one.notes.map(note => `        ${note}`)])
    return own.length === 0 ? [] : ['', `  ${heading}`, ...lines]
  })
}

const headings: Readonly<Record<PermissionKind, string>> = {
  program: 'start programs, which can do everything that you can do on this computer:',
  address: 'send keys and conversations to these addresses:',
  file: 'read these files:',
  model: 'let these models read your conversations, at your cost:',
  words: 'tell models what to do:',
  server: 'change where conversations are kept, who can reach the server, and what is limited and logged:',
}

const titleOf = ({ text, key }: Permission): string => (text.startsWith(`${key} =`) ? text : `${text}   (${key})`)

/** A permission in one line, as it is remembered. */
export const permissionText = (permission: Permission): string => [titleOf(permission), ...permission.notes].join(' · ')

/** Breaks long lines here: if the terminal did, the rest of one could look like another line. */
export const breakLines = (text: string, columns: number): string =>
  text
    .split('\n')
    .map(line => {
      const [first = '', ...rest] =
        line.match(new RegExp(`.{1,${Math.max(20, columns - indent.length - 1)}}`, 'gu')) ?? []
      return [first, ...rest.map(part => indent + part)].join('\n')
    })
    .join('\n')

const indent = '          … '

/** Nobody reads this much, so something could be hidden in it. */
export function isTooLong(request: TrustRequest): boolean {
  const lines = permissionLines(request)
  return lines.length > 120 || lines.some(line => line.length > 2_000)
}

/** What is not in force, why, and how to change that, in one line. */
export function withheldLine(
  { reason, request: { folder, permissions } }: Withheld,
  keys: 'some' | 'all' = 'some',
): string {
  const all = [
    ...new Set(permissions.map(({ key }) => (key.length > 80 ? `${key.slice(0, 80).toWellFormed()}…` : key))),
  ]
  const named = keys === 'all' ? all : all.slice(0, maxNamed)
  const more = all.length > named.length ? ` and ${all.length - named.length} more` : ''
  return `longhand.config.yaml in ${visible(folder)} ${reasons[reason]}; ignored: ${named.join(', ')}${more}. To allow this, read the file and run: longhand trust ${shellWord(folder)}`
}

const maxNamed = 8

const reasons: Readonly<Record<Withheld['reason'], string>> = {
  unasked: 'is not trusted',
  changed: 'has changed since you were asked about it',
  refused: 'is not trusted, as you answered',
}
