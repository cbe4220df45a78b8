/** A tool, and the server that offers it. */
export type Named = { readonly server: string; readonly tool: string }

/**
 * The names under which a model gets tools, in the same order: a tool's own name, or its server's before it when another
 * has that name too. `taken` are names of tools that do not come from servers.
 */
export function toolNames(tools: readonly Named[], taken: readonly string[]): readonly string[] {
  const times = new Map<string, number>(taken.map(name => [name, 1]))
  for (const { tool } of tools) times.set(allowed(tool), (times.get(allowed(tool)) ?? 0) + 1)
  const given = new Set(taken)
  return tools.map(({ server, tool }) => {
    const name = allowed(tool)
    return unused(times.get(name) === 1 ? name : allowed(`${server}_${tool}`), given)
  })
}

/** Letters, digits, `_` and `-`, 64 of them: what every provider takes. */
const allowed = (name: string): string => name.replace(/[^\w-]/g, '_').slice(0, 64) || '_'

/** What still has a name that is given gets a number behind it. */
function unused(name: string, given: Set<string>): string {
  for (let number = 1; ; number++) {
    const tail = number === 1 ? '' : `_${number}`
    const numbered = name.slice(0, 64 - tail.length) + tail
    if (given.has(numbered)) continue
    given.add(numbered)
    return numbered
  }
}
