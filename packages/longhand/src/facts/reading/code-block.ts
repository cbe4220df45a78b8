import { linesOf } from './lines.ts'
import { namesOf } from './read-line.ts'

/** The fenced code blocks of a text, each by its most informative line: the one with the most names. */
export function codeBlocks(text: string): readonly string[] {
  const parts = text.split(/^[ \t]*```.*$/m)
  // Every second part is between two fences.
  const blocks = parts.filter((_, at) => at % 2 === 1).filter(block => block.trim().split('\n').length >= minLines)
  return blocks.flatMap(block => lineWithMostNames(block) ?? [])
}

const minLines = 3

function lineWithMostNames(block: string): string | null {
  const scored = linesOf(block).map(line => ({ line, names: namesOf(line).length }))
  return (
    scored.reduce<(typeof scored)[number] | null>((best, each) => (each.names > (best?.names ?? 0) ? each : best), null)
      ?.line ?? null
  )
}
