import type { ExportLine, StoredEntry } from 'longhand/internal/engine'

/** The entries of the current branch, from the lines of an export. */
export async function* branchEntries(lines: AsyncIterable<string>): AsyncIterable<StoredEntry> {
  let ends: ReadonlyMap<number, number> = new Map()
  for await (const text of lines) {
    const line = JSON.parse(text) as ExportLine
    if (line.type === 'conversation') ends = endsOf(line)
    else if (line.type === 'entry' && line.entry.depth <= (ends.get(line.line) ?? 0)) yield line
  }
}

/** How far the branch follows each of its lines. */
function endsOf({ head, lines }: Extract<ExportLine, { type: 'conversation' }>): ReadonlyMap<number, number> {
  const ends = new Map<number, number>()
  let depth = head.depth
  for (let at = head.line; at > 0; ) {
    const { parent, forked } = lines[at - 1]!
    ends.set(at, depth)
    depth = Math.min(depth, forked)
    at = parent ?? 0
  }
  return ends
}
