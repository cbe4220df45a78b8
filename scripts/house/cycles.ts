import { posix } from 'node:path'
import type { Source } from './source.ts'

/** The files that import each other in circles, types included: a group for each knot of them (Tarjan's algorithm). */
export function cycles(sources: readonly Source[]): readonly (readonly string[])[] {
  const graph = new Map(sources.map(source => [source.path, neighbours(source)]))
  const indexes = new Map<string, number>()
  const stack: string[] = []
  const groups: string[][] = []
  /** The lowest index that can be reached from a file through files that are still on the stack. */
  const visit = (path: string): number => {
    const index = indexes.size
    indexes.set(path, index)
    stack.push(path)
    let lowest = index
    for (const next of graph.get(path)!) {
      if (!graph.has(next)) continue
      if (!indexes.has(next)) lowest = Math.min(lowest, visit(next))
      else if (stack.includes(next)) lowest = Math.min(lowest, indexes.get(next)!)
    }
    if (lowest === index) groups.push(stack.splice(stack.indexOf(path)).toSorted())
    return lowest
  }
  for (const path of graph.keys()) if (!indexes.has(path)) visit(path)
  return groups.filter(([first, ...others]) => others.length > 0 || graph.get(first!)!.includes(first!))
}

const neighbours = ({ path, imports }: Source): readonly string[] =>
  imports.flatMap(({ from }) => (from.startsWith('.') ? [posix.join(posix.dirname(path), from)] : []))
