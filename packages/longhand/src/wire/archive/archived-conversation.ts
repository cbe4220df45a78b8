import type { Message } from '../../core/message.ts'
import type { MessageDetails } from '../transcript.ts'

/** A conversation as an archive of another program holds it: a tree, because answers were asked for again. */
export type ArchivedConversation = {
  /** Its id there, when that can be one here. */
  readonly id: string | null
  readonly title: string | null
  readonly startedAt: number | null
  readonly endedAt: number | null
  readonly nodes: readonly ArchivedNode[]
  /** The node that was shown last. */
  readonly head: string | null
}

/** One place of the tree. What was hidden there says nothing; a step with calls is several messages. */
export type ArchivedNode = MessageDetails & {
  readonly id: string
  readonly parent: string | null
  readonly messages: readonly Message[]
}

/** A stretch of a branch: the messages that it adds after those of another, up to a depth. */
export type ArchivedLine = {
  readonly parent: number | null
  readonly forked: number
  readonly tip: number
  readonly messages: readonly (MessageDetails & { readonly message: Message })[]
}

/** The branches of a conversation: the one that was shown last is the first; of many, the newest are left out. */
export function linesOfArchived({ nodes, head }: ArchivedConversation): readonly ArchivedLine[] {
  const known = new Map(nodes.map(node => [node.id, node]))
  const parentOf = ({ parent }: ArchivedNode): ArchivedNode | null =>
    (parent === null ? null : known.get(parent)) ?? null
  const children = Map.groupBy(nodes, node => parentOf(node)?.id ?? root)
  const placed = new Map<string, Place>([[root, { line: null, depth: 0 }]])
  const lines: ArchivedLine[] = []
  const place = (path: readonly ArchivedNode[]): void => {
    const from = placed.get((path[0] && parentOf(path[0])?.id) ?? root) ?? { line: null, depth: 0 }
    const messages = path.flatMap(({ messages, at, model }) => messages.map(message => ({ message, at, model })))
    const line = messages.length === 0 ? from.line : lines.length + 1
    let { depth } = from
    for (const node of path) {
      depth += node.messages.length
      placed.set(node.id, { line, depth })
    }
    if (messages.length === 0) return
    lines.push({ parent: from.depth === 0 ? null : from.line, forked: from.depth, tip: depth, messages })
  }
  const shown = known.get(head ?? '') ?? nodes.at(-1)
  if (shown !== undefined) place(upFrom(shown, parentOf))
  const open = [root, ...placed.keys()]
  for (let at = 0; at < open.length && lines.length < maxLines; at++) {
    for (const child of children.get(open[at]!) ?? []) {
      if (placed.has(child.id) || lines.length >= maxLines) continue
      const path = downFrom(child, children, placed)
      place(path)
      open.push(...path.map(({ id }) => id))
    }
  }
  return lines
}

type Place = { readonly line: number | null; readonly depth: number }

/** No id of another program is empty. */
const root = ''

const maxLines = 500

/** From the first message down to a node; a tree that runs in circles is cut. */
function upFrom(node: ArchivedNode, parentOf: (node: ArchivedNode) => ArchivedNode | null): readonly ArchivedNode[] {
  const path = new Set<ArchivedNode>()
  for (let next: ArchivedNode | null = node; next !== null && !path.has(next); next = parentOf(next)) path.add(next)
  return [...path].toReversed()
}

/** From a node to the end of what was said last there. */
function downFrom(
  node: ArchivedNode,
  children: ReadonlyMap<string, readonly ArchivedNode[]>,
  placed: ReadonlyMap<string, Place>,
): readonly ArchivedNode[] {
  const path = new Set<ArchivedNode>()
  for (let next: ArchivedNode | undefined = node; next !== undefined && !path.has(next); ) {
    path.add(next)
    next = children.get(next.id)?.findLast(({ id }) => !placed.has(id))
  }
  return [...path]
}
