import { parseSections, type SectionName } from '../../facts/sections.ts'

/** A section of a summary: its items, with who said them and where. */
export type SummarySection = { readonly name: SectionName; readonly items: readonly SummaryItem[] }

export type SummaryItem = {
  readonly text: string
  /** The ¶ numbers it comes from, if it names any. */
  readonly numbers: readonly number[]
  readonly speaker: string | null
}

/** The sections and items of a summary, in reading order; a text without headings is one section. */
export function summarySections(text: string): readonly SummarySection[] {
  const sections = parseSections(text)
  const found = sections.length > 0 ? sections : [{ name: 'record' as const, text }]
  return order
    .map(name => ({
      name,
      items: deduplicate(found.filter(it => it.name === name).flatMap(it => parseItems(it.text))).map(item =>
        name === 'files' ? attributeToTool(item) : item,
      ),
    }))
    .filter(({ items }) => items.length > 0)
}

/** What people read above the items of a section, in reading order. */
export const sectionLabels: Readonly<Record<SectionName, string>> = {
  goal: 'Goal',
  constraints: 'Constraints',
  decisions: 'Decisions',
  files: 'Files',
  code: 'Code',
  errors: 'Errors',
  commands: 'Commands',
  state: 'State',
  next: 'Next steps',
  questions: 'Questions',
  record: 'Record',
}

const order = Object.keys(sectionLabels) as readonly SectionName[]

/** What both the prose and the ledger say is shown once. */
const deduplicate = (items: readonly SummaryItem[]): readonly SummaryItem[] => [
  ...new Map(items.map(item => [JSON.stringify([item.text, item.numbers]), item])).values(),
]

/** Lines of the list that is made from tool calls belong to the tools. */
const attributeToTool = (item: SummaryItem): SummaryItem =>
  item.speaker === null && /^(?:created|changed|read) \S/.test(item.text) ? { ...item, speaker: 'tool' } : item

/** Lines that are indented belong to the item above them. */
function parseItems(text: string): readonly SummaryItem[] {
  const lines: string[] = []
  for (const line of text.split('\n')) {
    if (/^\s/.test(line) && lines.length > 0) lines[lines.length - 1] += `\n${line.trim()}`
    else if (line.trim() !== '') lines.push(line.trim())
  }
  return lines.map(parseItem)
}

/** `¶24 tool: npm test`, `¶24: mail.ts`, `- Use a queue. [¶17–18, person]`, `created src/a.ts (¶24)`, `214 s ¶6`. */
function parseItem(line: string): SummaryItem {
  const headed = /^¶ ?(\d+)(?: (\w+))?:\s*([\s\S]*)$/.exec(line)
  if (headed !== null) return { numbers: [Number(headed[1])], speaker: headed[2] ?? null, text: headed[3]! }
  const plain = line.replace(/^[-*•] +/, '')
  const tail = /(?<!\s)\s*[[(]((?:¶ ?)?\d[\d\s,–¶-]*)(?:,\s*([a-z]+))?[\])]\.?$/.exec(plain) ?? / (¶ ?\d+)$/.exec(plain)
  if (tail === null) return { text: plain, numbers: [], speaker: null }
  return { text: plain.slice(0, tail.index), numbers: parseNumbers(tail[1]!), speaker: tail[2] ?? null }
}

const parseNumbers = (text: string): readonly number[] =>
  [...text.matchAll(/(\d+)(?:\s*[–-]\s*(\d+))?/g)].flatMap(([, from, to]) => {
    const [first, last] = [Number(from), Number(to ?? from)]
    // A range that is reversed or too long is just two numbers.
    return last >= first && last - first < 1000
      ? Array.from({ length: last - first + 1 }, (_, at) => first + at)
      : [first, last]
  })
