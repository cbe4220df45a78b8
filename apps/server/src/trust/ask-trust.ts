import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import type { TrustRequest, Withheld } from './folder-trust.ts'
import { type TrustAnswer, writeAnswer } from './trust-store.ts'
import { breakLines, isTooLong, permissionText, questionText } from './trust-text.ts'

/** The terminal, if there is one. */
export type Terminal = {
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number }
}

/** Whether a question can be asked. */
export const canAsk = ({ stdin, stderr }: Terminal, variables: NodeJS.ProcessEnv): boolean =>
  stdin.isTTY === true && stderr.isTTY === true && !variables.CI

/** Shows what a file asks for and waits for an answer; null when there was none, or too much to show. */
export async function askTrust(withheld: Withheld, { stdin, stderr }: Terminal): Promise<'trusted' | 'refused' | null> {
  if (isTooLong(withheld.request)) {
    stderr.write('longhand.config.yaml in this folder asks for more than can be shown here.\n')
    return null
  }
  stderr.write(`${breakLines(questionText(withheld), stderr.columns ?? 80)}\n`)
  // The terminal itself edits the line and turns Ctrl-C into a signal.
  const lines = createInterface({ input: stdin, output: stderr, terminal: false })
  try {
    const answer = await new Promise<string | null>(resolve => {
      lines.once('close', () => resolve(null))
      lines.question('Trust this folder? [y/N] ', resolve)
    })
    if (answer === null) return null
    return /^y(?:es)?$/i.test(answer.trim()) ? 'trusted' : 'refused'
  } finally {
    lines.close()
  }
}

/** Stores a person's answer together with exactly what they were shown. */
export function saveAnswer(request: TrustRequest, answer: TrustAnswer['answer']): void {
  const { home, folder, digest, permissions } = request
  writeAnswer(home, { folder, digest, answer, at: new Date().toISOString(), shown: permissions.map(permissionText) })
}
