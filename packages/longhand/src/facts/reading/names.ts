/** What a name stands for. A name is a word with one meaning here that may be needed letter by letter. */
export type NameKind = 'file' | 'url' | 'identifier' | 'reference' | 'version' | 'flag' | 'number'

export type Name = {
  readonly kind: NameKind
  readonly key: string
  /** As it is spelt here; some file systems tell `Fold.ts` from `fold.ts`. */
  readonly spelling: string
}

/**
 * The names on a line until there are so many, in order, each once. Spellings of one thing (`src/a/Fold.ts`, `./fold.ts`)
 * have one key.
 */
export function readNames(line: string, max: number): readonly Name[] {
  const found = new Map<string, Name>()
  for (const word of unescaped(line).match(wordPattern) ?? []) {
    if (isPlain.test(word) || word.length > maxWordLength) continue
    for (const name of namesIn(word)) found.set(name.key, name)
    if (found.size >= max) break
  }
  return [...found.values()]
}

/** A line with more names was written by a machine, for a machine. */
export const maxNames = 40

/** In JSON a line break is `\\n`, and its `n` does not belong to the next word. */
const unescaped = (line: string): string => (line.includes('\\') ? line.replace(/\\[nrt]/g, ' ') : line)

/** A single repeated character class, so the scan is always linear. Shorter words are never names. */
const wordPattern = /--[a-z][\w-]+|[A-Za-z0-9_$@~#.][\w$@~#./:+%=?&-]{2,}/g

function namesIn(word: string): readonly Name[] {
  if (word.startsWith('--')) return [nameOf('flag', word)]
  if (/^https?:\/\//.test(word)) return [nameOf('url', trimEnd(word))]
  const text = trimEnd(word)
  if (text.length < 3) return []
  const known = reference(text) ?? (text.includes('.') ? (version(text) ?? file(text)) : null)
  if (known !== null) return known
  return separators.test(text) ? text.split(separators).flatMap(identifier) : identifier(text)
}

const separators = /[/.:=@?&+%~#]+/

const nameOf = (kind: NameKind, key: string): Name => ({ kind, key, spelling: key })

const maxWordLength = 300

/** Most words of most texts. */
const isPlain = /^[A-Za-z][a-z]*[.:]?$/

const trimEnd = (word: string): string => {
  let end = word.length
  while (end > 0 && '.,:;?&=%+-/#'.includes(word[end - 1]!)) end--
  return word.slice(0, end)
}

/** `#123`, `ABC-123`, and commit hashes by their first seven characters, or enough to have a digit and a letter. */
function reference(word: string): readonly Name[] | null {
  if (/^(?:#\d{1,7}|[A-Z]{2,6}-\d{1,5})$/.test(word)) return [nameOf('reference', word)]
  if (word.length < 7 || word.length > 40 || !/^[0-9a-f]+$/.test(word)) return null
  const [digit, letter] = [word.search(/\d/), word.search(/[a-f]/)]
  return digit < 0 || letter < 0 ? null : [nameOf('reference', word.slice(0, Math.max(7, digit + 1, letter + 1)))]
}

/** `v24.21.0`, `24.21.0` and `node@24.21.0` are one version; with two parts, only the `v` distinguishes it from a number. */
function version(word: string): readonly Name[] | null {
  const text = word.slice(word.lastIndexOf('@') + 1)
  if (!/^v?\d{1,5}\.\d{1,5}(?:\.\d{1,5})?(?:[-.+][\w.-]{1,40})?$/.test(text)) return null
  const isWhole = text.indexOf('.') !== text.lastIndexOf('.')
  if (!isWhole && text[0] !== 'v') return null
  return [nameOf('version', isWhole ? text.replace(/^v/, '') : text)]
}

/** A path counts by its last part, or by its last two when the last alone would be ambiguous or not clearly a file. */
function file(word: string): readonly Name[] | null {
  const path = word.slice(word.lastIndexOf('=') + 1).replace(/(?::\d+)+$/, '')
  const slash = path.lastIndexOf('/')
  const fileName = wordIn(path.slice(slash + 1))
  const base = fileName.toLowerCase()
  const dot = base.lastIndexOf('.')
  if (dot < 1) return null
  const isKnown = extensions.has(base.slice(dot + 1))
  const parent = slash < 0 ? '' : wordIn(path.slice(path.lastIndexOf('/', slash - 1) + 1, slash))
  // After a folder any short extension means a file, unless it has a capital: `pkg/paths.Join`.
  if (!isKnown && !(parent && anyExtension.test(path)) && !isCopy.test(base)) return null
  const isVague = !isKnown || vagueFileNames.has(base.slice(0, base.indexOf('.', 1)))
  const spelling = parent && isVague ? `${parent}/${fileName}` : fileName
  return [{ kind: 'file', key: spelling.toLowerCase(), spelling }]
}

/** A key must be recognised when it is written on its own, so its parts start the way a word does. */
const wordIn = (part: string): string => part.replace(/^[^\w$@~#.]+/, '')

/** `bundle.js.map`, `.env.example` */
const isCopy = /\.[a-z]{2,5}\.(?:map|bak|orig|example|sample|out|d)$/

const anyExtension = /\.[a-z][a-z\d]{0,7}$/

const extensions = new Set(
  (
    'ts tsx js jsx mjs cjs mts cts json jsonl json5 md mdx rst txt go mod sum py pyi ipynb rs rb java kt kts swift c h cc cpp hpp cs fs php ' +
    'scala clj ex exs erl hs ml lua pl r jl dart vue svelte astro css scss sass less html htm xml svg yml yaml toml ini cfg conf env ' +
    'lock sh bash zsh fish ps1 bat sql graphql gql proto tf hcl tmpl hbs log csv tsv diff patch png jpg jpeg gif webp pdf docx xlsx zip gz ' +
    'mdc bak snap wasm dylib jar tgz woff2 ico mp3 mp4 sqlite pem crt'
  ).split(' '),
)

const vagueFileNames = new Set(
  'index main readme types utils util helpers constants config mod lib init __init__ setup package test tests conftest skill page layout route'.split(
    ' ',
  ),
)

/** camelCase, PascalCase, snake_case, kebab-case, CONSTANTS and CODE123, but not plain words. */
function identifier(word: string): readonly Name[] {
  const text = isLoose.test(word) ? word.replace(/^[-$_]+|(?<!-)-+$/g, '') : word
  if (text.length < 4 || text.length > 80) return []
  return isIdentifier(text) ? [nameOf('identifier', text)] : []
}

const isLoose = /^[-$_]|-$/

function isIdentifier(word: string): boolean {
  let upper = 0
  let lower = 0
  let digits = 0
  let underscores = 0
  let humps = 0
  let dashes = 0
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at)
    if (code >= 97 && code <= 122) lower++
    else if (code >= 65 && code <= 90) {
      upper++
      if (at > 0 && isLower(word.charCodeAt(at - 1))) humps++
    } else if (code >= 48 && code <= 57) digits++
    else if (code === 95) underscores++
    else if (code === 45) dashes++
    else return false
  }
  if (lower + upper < 2) return false
  if (underscores > 0 || humps > 0) return true
  if (dashes > 0) return word.length >= 7 && lower > 0
  if (lower === 0) return digits > 0 ? upper >= 2 : upper >= 5
  return digits > 0 && upper > 1
}

const isLower = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
