import { replaceLines } from './replace-lines.ts'
import { withoutSpokenSecrets } from './spoken-secrets.ts'

/** A text without what looks like a secret: keys, tokens, private keys, passwords. It never fails, it only replaces. */
export const redact = (text: string): string =>
  withoutSpokenSecrets(replaceLines(withoutPrivateKeys(text), hint, withoutKeys))

/** Repeats until nothing changes, since one secret may hide another. A line that never settles is removed whole. */
function withoutKeys(line: string): string {
  let left = line
  for (let round = 0; round < maxRounds; round++) {
    const before = left
    left = patterns.reduce((left, [pattern, put]) => left.replace(pattern, put), withoutWebTokens(before))
    if (left === before) return left
  }
  return mark
}

const maxRounds = 20

/** Three parts separated by dots. The first is matched to its end at once, since its start may repeat inside it. */
const withoutWebTokens = (line: string): string =>
  line.replace(/\beyJ[\w-]{8,}(\.[\w-]{8,}(?:\.[\w-]*)?)?/g, (found, rest?: string) =>
    rest === undefined ? found : mark,
  )

const mark = '[redacted]'

/** Most lines have none of these, and need no further check. */
const hint =
  /\b(?:[spr]k[-_]|gh[opsur]_|github_pat|gl[a-z]{2,5}-|AKIA|ASIA|AIza|ya29|xox|eyJ|npm_|pypi-|hf_|dop_|SG\.)|:\/\/[^\s/]{1,100}:|(?:bearer|basic)\s|(?:passw|secret|token|key|pwd|credential)\w{0,6}["']?\s{0,3}[:=]/gi

// Every repeat is bounded and every alternative starts differently, so each scan is linear.
const patterns: readonly (readonly [RegExp, string])[] = [
  [/\b(?:sk|pk|rk)[-_](?:[a-z]{2,8}[-_]){0,3}[A-Za-z0-9_-]{16,250}/g, mark],
  [/\bgh[opsur]_[A-Za-z0-9]{16,250}|\bgithub_pat_\w{16,250}|\bgl(?:pat|dt|rt|soat)-[\w-]{16,250}/g, mark],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{12,32}|\bAIza[\w-]{30,60}|\bya29\.[\w-]{16,500}/g, mark],
  [/\bxox[a-z]-[A-Za-z0-9-]{10,250}|\bnpm_[A-Za-z0-9]{20,60}|\bpypi-[\w-]{16,250}|\bhf_[A-Za-z0-9]{16,60}/g, mark],
  [/\bdop_v1_[a-f0-9]{16,80}|\bSG\.[\w-]{10,40}\.[\w-]{10,80}/g, mark],
  [/(:\/\/[^\s/:@]{1,100}:)[^\s/@]{3,200}(?=@)/g, `$1${mark}`],
  [/\b((?:bearer|basic)\s{1,3})[A-Za-z0-9._~+/=-]{16,2000}/gi, `$1${mark}`],
  // A value is taken for a secret when letters and digits are mixed in it; `token: string` is not one.
  [
    /((?:passw(?:or)?d|passwd|pwd|secret|token|api_?key|access_?key|private_?key|credentials?)["']?\s{0,3}[:=]\s{0,3}["']?)(?=[^\s"',;\d]{0,200}\d)(?=[^\s"',;A-Za-z]{0,200}[A-Za-z])[^\s"',;(){}[\]<>]{8,200}/gi,
    `$1${mark}`,
  ],
]

const keyStart = '-----BEGIN '
const keyEnd = '-----END '

function withoutPrivateKeys(text: string): string {
  let left = ''
  let from = 0
  for (;;) {
    const start = text.indexOf(keyStart, from)
    if (start < 0) return left + text.slice(from)
    const isPrivate = text.slice(start, start + 60).includes('PRIVATE KEY')
    const end = isPrivate ? text.indexOf(keyEnd, start) : -1
    const line = end < 0 ? -1 : text.indexOf('\n', end)
    const to = isPrivate ? (end < 0 || line < 0 ? text.length : line) : start + keyStart.length
    left += text.slice(from, start) + (isPrivate ? mark : keyStart)
    from = to
  }
}
