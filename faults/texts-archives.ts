import { zipOf } from '../packages/longhand/src/testing/zip-file.ts'
import { send } from './http-send.ts'
import { spaces } from './http-unread.ts'
import type { Attack } from './texts-attacks.ts'

const zip = 'application/zip'
const braces = (bytes: number): string => `[${'{},'.repeat(bytes / 3)}{}]`

/** Archives and requests that are far longer than what is read of them. */
export const archives: readonly Attack[] = [
  posted('an archive of 1.5 GB of spaces', '/api/import', zip, () => spaces(1_500_000_000)),
  posted('an archive of 200 MB of spaces', '/api/import', zip, () => spaces(200_000_000)),
  posted('an archive of 200 MB of {},', '/api/import', zip, () => zipOf({ 'conversations.json': braces(200e6) })),
  relayed('60 MB of [], as messages', () => `"messages":[${'[],'.repeat(20e6)}[]]`),
  relayed('60 MB of [], in one message', () => `"messages":[[${'[],'.repeat(20e6)}[]]]`),
  relayed('60 MB of spaces', () => `"messages":[]${' '.repeat(60e6)}`),
  relayed('60 MB of escapes', () => `"messages":[],"x":"${'\\"'.repeat(30e6)}"`),
]

function relayed(name: string, make: () => string): Attack {
  return posted(`${name}, relayed`, '/v1/messages', 'application/json', () => `{"model":"claude-x",${make()}}`)
}

function posted(name: string, path: string, type: string, make: () => string | Uint8Array): Attack {
  return { name, run: ({ target: { url, token } }) => send(url + path, token, { type, text: make() }) }
}
