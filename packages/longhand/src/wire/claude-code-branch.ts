import { isJsonObject, isList, textOr } from './json-object.ts'
import type { SourceItem } from './source.ts'

/**
 * The lines of the newest branch, in file order. Lines point to their parents, and a rewound conversation has branches;
 * the parallel calls of one message are branches too, which belong together.
 */
export function branchOfLines(items: readonly SourceItem[]): readonly SourceItem[] {
  const main = items.filter(({ value }) => value.isSidechain !== true)
  const trunk = walk(main)
  const messages = new Set(main.filter(item => trunk.has(item)).map(messageId))
  const calls = new Set<string>()
  return main.filter(item => {
    const id = messageId(item)
    const belongs = trunk.has(item) || (id !== null && messages.has(id)) || answers(item).some(call => calls.has(call))
    if (belongs) for (const call of callIds(item)) calls.add(call)
    return belongs
  })
}

/** From the newest line up to the first. When a line's parent is not in the file, the line before it is used. */
function walk(items: readonly SourceItem[]): ReadonlySet<SourceItem> {
  const places = new Map(items.map(({ value }, place) => [value.uuid, place]))
  const trunk = new Set<SourceItem>()
  let place = items.length - 1
  while (place >= 0) {
    const item = items[place]!
    trunk.add(item)
    const parent = places.get(item.value.parentUuid ?? item.value.logicalParentUuid ?? null)
    // A parent never comes later; a log that says so would cause an endless loop.
    place = typeof item.value.uuid === 'string' && parent !== undefined && parent < place ? parent : place - 1
  }
  return trunk
}

const messageId = ({ value }: SourceItem): string | null =>
  value.type === 'assistant' && isJsonObject(value.message) ? textOr(value.message.id, '') || null : null

const blocks = ({ value }: SourceItem) =>
  isJsonObject(value.message) && isList(value.message.content) ? value.message.content.filter(isJsonObject) : []

const callIds = (item: SourceItem): readonly string[] =>
  blocks(item).flatMap(({ type, id }) => (type === 'tool_use' ? [textOr(id, '')] : []))

const answers = (item: SourceItem): readonly string[] =>
  blocks(item).flatMap(({ type, tool_use_id: id }) => (type === 'tool_result' ? [textOr(id, '')] : []))
