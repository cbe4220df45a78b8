/**
 * The names on a line that a conversation may come back to: files, identifiers, URLs, commits, issues, versions, errors
 * and flags. Written for the metric alone, apart from the product's own extraction, so that the product cannot agree
 * with itself.
 */
export function entitiesOn(line: string): readonly string[] {
  const found = new Set<string>()
  const rest = line.replace(urlPattern, url => {
    found.add(`mark ${url.replace(/[.,:;!?'"]+$/, '')}`)
    return ' '
  })
  // In JSON a line break is two letters, and the second is none of the next word's.
  for (const [word] of rest.replace(/\\[nrt]/g, ' ').matchAll(wordPattern)) {
    if (found.size >= most) break
    for (const entity of entitiesIn(word)) found.add(entity)
  }
  return [...found]
}

/** Each name starts with what it is: a file, an identifier, or another mark. */
export const isFile = (entity: string): boolean => entity.startsWith('file ')
export const isName = (entity: string): boolean => entity.startsWith('name ')

/** A line with more names than this is a list, and says nothing about any two of them. */
const most = 40

const urlPattern = /https?:\/\/[^\s<>"'`()[\]{}|\\]{4,200}/g
const wordPattern = /[A-Za-z0-9_@~#$./:-]{3,160}/g

function entitiesIn(word: string): readonly string[] {
  if (/^--[a-z]/.test(word)) return [`mark ${word.replace(/[^\w-].*$/, '')}`]
  if (/^#\d{1,6}$/.test(word) || /^[A-Z]{2,6}-\d{1,5}$/.test(word)) return [`mark ${word}`]
  const bare = word.replace(/^.*@|^[^\w/~.]+|[^\w]+$/g, '')
  if (/^[0-9a-f]{7,40}$/.test(bare) && /\d/.test(bare) && /[a-f]/.test(bare)) return [`mark ${bare.slice(0, 7)}`]
  if (/^v?\d+\.\d+(\.\d+)+(-[\w.]+)?$/.test(bare)) return [`mark ${bare.replace(/^v/, '')}`]
  return (
    fileKey(bare) ??
    bare
      .split(/[^A-Za-z0-9_]+/)
      .filter(isIdentifier)
      .map(name => `name ${name}`)
  )
}

/** A file is known by its base name, or by its last two parts if projects have many of that name. */
function fileKey(word: string): readonly string[] | null {
  const path = word.replace(/:[\d:-]*$/, '')
  const [, base, extension] = /([\w.@+-]*[\w-]\.([A-Za-z][A-Za-z0-9]{0,5}))$/.exec(path) ?? []
  if (base === undefined || extension === undefined) return null
  if (!path.includes('/') && !knownExtension.test(extension)) return null
  const parts = path.toLowerCase().split('/').filter(Boolean)
  return [`file ${genericName.test(base) ? parts.slice(-2).join('/') : parts.at(-1)!}`]
}

const knownExtension =
  /^(?:[cm]?[jt]sx?|json[l5c]?|mdc?x?|py|go|mod|sum|rs|rb|java|kts?|swift|c|h|cc|cpp|hpp|cs|php|sh|bash|zsh|ya?ml|toml|lock|html?|s?css|sql|txt|rst|csv|xml|svg|png|jpe?g|pdf|ini|cfg|conf|env|log|proto|tf|vue|svelte|diff|patch|tmpl|gz|zip)$/i

const genericName =
  /^(?:index|main|mod|lib|__init__|readme|package|types?|utils?|helpers?|config|constants|skill|test|setup)\./i

function isIdentifier(word: string): boolean {
  if (word.length < 4 || word.length > 80) return false
  if (/^[A-Za-z][A-Za-z0-9]*(?:_+[A-Za-z0-9]+)+_*$/.test(word)) return true
  if (/^[a-z][a-z0-9]*(?:[A-Z][A-Za-z0-9]*)+$/.test(word)) return true
  if (/^[A-Z]+[a-z0-9]+(?:[A-Z][A-Za-z0-9]*)+$/.test(word)) return true
  return /^(?:E[A-Z]{4,}|[A-Z]{2,}\d{3,}|[A-Z][a-z]+(?:Error|Exception))$/.test(word)
}
