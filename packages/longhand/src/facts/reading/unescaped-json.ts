import type { Json } from '../../core/json.ts'

/**
 * A text in which strings inside JSON are read as they were before they became strings: what a tool printed comes as
 * `{"output":"one\ntwo"}`, and again in quotes where JSON stands in JSON. JSON without such strings stays as it is.
 */
export function unescapedJson(text: string): string {
  if (!isEscaped(text)) return text
  // A whole text in quotes, or objects line by line; a line of code in quotes is none of them.
  const whole = text.trim().startsWith('"') ? parsed(text) : undefined
  if (typeof whole === 'string') return unescapedJson(whole)
  return text
    .split('\n')
    .map(line => (isEscaped(line) && /^\s{0,200}[{[]/.test(line) ? unescapedLine(line) : line))
    .join('\n')
}

const isEscaped = (text: string): boolean => text.includes('\\n') || text.includes('\\"')

function unescapedLine(line: string): string {
  const value = parsed(line)
  if (value !== undefined) return readable(value, 0)
  // Only part of it is there: what was cut off is not needed to read the rest.
  return /^\s{0,200}[{[]{1,3}"/.test(line) ? withoutEscapes(line) : line
}

function parsed(text: string): Json | undefined {
  try {
    return text.length > maxLength ? undefined : (JSON.parse(text) as Json)
  } catch {
    return undefined
  }
}

const maxLength = 400_000

/** Strings of several lines stand on lines of their own; everything else stays JSON. */
function readable(value: Json, depth: number): string {
  if (typeof value === 'string') return unescapedJson(value)
  if (depth > maxDepth || !isEscaped(JSON.stringify(value))) return JSON.stringify(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return value.map(item => readable(item, depth + 1)).join('\n')
  return Object.entries(value)
    .map(([key, item]) => `${key}: ${readable(item, depth + 1)}`)
    .join('\n')
}

const maxDepth = 12

/** With as many backslashes as JSON in JSON has. */
const withoutEscapes = (line: string): string =>
  line.replace(/\\{1,8}(["nrt])/g, (_, sign: string) => (sign === '"' ? sign : sign === 't' ? '\t' : '\n'))
