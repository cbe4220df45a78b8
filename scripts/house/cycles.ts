import { posix } from 'node:path'
import type { Source } from './source.ts'

/** The circles in which files import each other at run time, each as the walk around it. */
export function cycles(sources: readonly Source[]): readonly string[] {
  const graph = new Map(sources.map(source => [source.path, neighbours(source)]))
  const done = new Set<string>()
  const walk = (path: string, before: readonly string[]): readonly string[] => {
    const start = before.indexOf(path)
    if (start >= 0) return [[...before.slice(start), path].join(' → ')]
    if (done.has(path)) return []
    const found = (graph.get(path) ?? []).flatMap(next => walk(next, [...before, path]))
    done.add(path)
    return found
  }
  return [...graph.keys()].flatMap(path => walk(path, []))
}

const neighbours = ({ path, imports }: Source): readonly string[] =>
  imports.flatMap(({ from, kind }) =>
    kind === 'value' && from.startsWith('.') ? [posix.join(posix.dirname(path), from)] : [],
  )
