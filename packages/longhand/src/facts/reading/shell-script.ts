/** One simple command of a shell script. */
export type ShellCommand = {
  /** Its words without their quotes, the program first. */
  readonly words: readonly string[]
  /** The files that its output goes to. */
  readonly writes: readonly string[]
  /** Whether it reads a here-document. */
  readonly hasInput: boolean
}

/** A stretch of a script: commands, or the text of a here-document. */
export type ScriptPart = { readonly kind: 'command' | 'input'; readonly text: string }

/** The simple commands of a script in order, also those of loops, pipes and substitutions. */
export function shellCommands(script: string): readonly ShellCommand[] {
  const text = scriptParts(script.slice(0, maxScriptLength))
    .flatMap(part => (part.kind === 'command' ? [part.text] : []))
    .join('\n')
  const reader = commandReader()
  for (let at = 0; at < text.length; ) at = readToken(text, at, reader)
  return reader.commands()
}

const maxScriptLength = 200_000

/** Separates what a script runs from what it writes between `<<EOF` and `EOF`. */
export function scriptParts(script: string): readonly ScriptPart[] {
  if (!script.includes('<<')) return [{ kind: 'command', text: script }]
  const lines = script.split('\n')
  const places = new Map<string, number[]>()
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at]!.trim()
    if (isDelimiter.test(line)) places.set(line, [...(places.get(line) ?? []).slice(-maxPlaces), at])
  }
  const found: { kind: ScriptPart['kind']; lines: string[] }[] = []
  const add = (kind: ScriptPart['kind'], added: readonly string[]): void => {
    if (found.at(-1)?.kind === kind) found.at(-1)!.lines.push(...added)
    else found.push({ kind, lines: [...added] })
  }
  for (let at = 0; at < lines.length; at++) {
    add('command', [lines[at]!])
    for (const [, delimiter] of lines[at]!.slice(0, maxLineLength).matchAll(hereDocument)) {
      const ends = places.get(delimiter!) ?? []
      while (ends.length > 0 && ends.at(-1)! <= at) ends.pop()
      const end = ends.at(-1)
      if (end === undefined) continue
      add('input', lines.slice(at + 1, end))
      at = end
    }
  }
  return found.map(({ kind, lines }) => ({ kind, text: lines.join('\n') }))
}

const hereDocument = /(?<!<)<<-?[ \t]{0,3}["']?([A-Za-z_]\w{0,40})(?![<\w])/g
const isDelimiter = /^[A-Za-z_]\w{0,40}$/
const maxLineLength = 4_000
/** A line that ends this many here-documents is not the end of one. */
const maxPlaces = 500

/** Reads the token at a place, and says where the next one begins. */
function readToken(text: string, at: number, reader: CommandReader): number {
  const sign = text[at]!
  if (sign === '\\') {
    if (text[at + 1] !== '\n') reader.append(text[at + 1] ?? '')
    return at + 2
  }
  if (sign === "'" || sign === '"') {
    const end = closingQuote(text, at)
    const quoted = text.slice(at + 1, end)
    reader.append(sign === '"' ? quoted.replace(/\\(["\\$`\n])/g, '$1') : quoted)
    return end + 1
  }
  if (sign === '#' && reader.isBetweenWords()) {
    const end = text.indexOf('\n', at)
    return end < 0 ? text.length : end
  }
  if (sign === ' ' || sign === '\t') reader.endWord()
  else if (sign === '>' || sign === '<') return readRedirect(text, at, reader)
  else if (sign === '&' && text[at + 1] === '>') reader.endWord()
  else if ('\n;|&()`'.includes(sign)) reader.endCommand()
  else reader.append(sign)
  return at + 1
}

function closingQuote(text: string, at: number): number {
  const quote = text[at]!
  for (let end = at + 1; end < text.length; end++) {
    if (quote === '"' && text[end] === '\\') end++
    else if (text[end] === quote) return end
  }
  return text.length
}

/** `> file`, `>> file`, `2> file`, `>&2`, `< file`, `<<EOF`, `<<< word`. */
function readRedirect(text: string, at: number, reader: CommandReader): number {
  const sign = text[at]!
  let end = at + 1
  while (text[end] === sign && end < at + 3) end++
  if (sign === '>' && (text[end] === '&' || text[end] === '|')) end++
  if (text[end] === '(') {
    reader.endWord()
    return end
  }
  const target = sign === '<' ? (end === at + 2 ? 'input' : 'other') : text[end - 1] === '&' ? 'other' : 'written'
  reader.redirect(target)
  return text[end] === '-' && target === 'input' ? end + 1 : end
}

type CommandReader = ReturnType<typeof commandReader>

function commandReader() {
  const found: ShellCommand[] = []
  let words: string[] = []
  let writes: string[] = []
  let hasInput = false
  let word: string | null = null
  let target: 'input' | 'other' | 'written' | null = null

  const append = (text: string): void => {
    word = (word ?? '') + text
  }
  const endWord = (): void => {
    if (word === null) return
    if (target === null) words.push(word)
    else if (target === 'written') writes.push(word)
    word = null
    target = null
  }
  const endCommand = (): void => {
    endWord()
    target = null
    if (words.length > 0 || writes.length > 0) found.push({ words, writes, hasInput })
    words = []
    writes = []
    hasInput = false
  }
  const redirect = (to: 'input' | 'other' | 'written'): void => {
    // A number before the sign says what is redirected: errors are not what a command makes.
    const isErrors = word === '2'
    if (word !== null && /^\d$/.test(word)) word = null
    endWord()
    target = isErrors ? 'other' : to
    if (to === 'input') hasInput = true
  }
  const commands = (): readonly ShellCommand[] => {
    endCommand()
    return found
  }
  return { append, endWord, endCommand, redirect, commands, isBetweenWords: () => word === null }
}
