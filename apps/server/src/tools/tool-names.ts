/** A tool and its server. */
export type Named = { readonly server: string; readonly tool: string }

/**
 * The names under which a model gets tools, in the same order: a tool's own name, or its server's before it when another
 * has that name too. `taken` are names of tools that do not come from servers.
 */
export function toolNames(tools: readonly Named[], taken: readonly string[]): readonly string[] {
  const times = new Map<string, number>(taken.map(name => [name, 1]))
  for (const { tool } of tools) times.set(allowed(tool), (times.get(allowed(tool)) ?? 0) + 1)
  const given: Given = { names: new Set(taken), next: new Map() }
  return tools.map(({ server, tool }) => {
    const name = allowed(tool)
    return unused(times.get(name) === 1 ? name : allowed(`${server}_${tool}`), given)
  })
}

/** Letters, digits, `_` and `-`, 64 of them: what every provider takes. */
const allowed = (name: string): string => name.replace(/[^\w-]/g, '_').slice(0, 64) || '_'

/** Appends a number to a name that is taken. */
function unused(name: string, { names, next }: Given): string {
  for (let number = next.get(name) ?? 1; ; number++) {
    const tail = number === 1 ? '' : `_${number}`
    const numbered = name.slice(0, 64 - tail.length) + tail
    if (names.has(numbered)) continue
    names.add(numbered)
    next.set(name, number + 1)
    return numbered
  }
}

/** The names that are given, and the first number that a name has not tried yet. */
type Given = { readonly names: Set<string>; readonly next: Map<string, number> }
