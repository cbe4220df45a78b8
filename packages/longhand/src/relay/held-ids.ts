import type { Steps } from '../core/steps.ts'
import { runSteps } from '../engine/long-work/run-steps.ts'
import type { RequestBytes } from './read-request.ts'
import { type Item, type Member, openBrace, type Slice, scanAllSteps, valueAt } from './scan-object.ts'

/**
 * H4.12 the ids by which a request names what its provider holds: files, containers, stores, conversations, and items where
 * nothing is looked up by them. '' stands for what may be one. Null when the request cannot be taken apart: it may name
 * anything. Of a member that stands somewhere twice, providers may read either, so both are looked at.
 */
export const heldIds = (request: Whole): Promise<readonly string[] | null> => runSteps(idsSteps(request))

type Whole = Pick<RequestBytes, 'bytes' | 'members'>

function* idsSteps({ bytes, members }: Whole): Steps<readonly string[] | null> {
  const all = members ?? (yield* scanAllSteps(bytes))
  if (all === null) return null
  const found = new Set<string>()
  const walk: Walk = { bytes, found, isDoubled: members === null, looked: { at: 0 } }
  for (const member of all) {
    if (namesAlone.has(member.key) || (walk.isDoubled && goesOn.has(member.key))) addIds(walk, member.value)
    else if (member.key === 'container') yield* container(walk, member.value, 0)
    else if (lists.has(member.key)) yield* each(walk, member, { kind: 'item', level: 0 })
    else if (outer.has(member.key)) yield* each(walk, member, { kind: 'block', level: 0 })
  }
  // The rest was not read.
  if (found.size > maxFound || walk.looked.at > maxLooked) found.add('')
  return [...found]
}

type Walk = {
  readonly bytes: Uint8Array
  readonly found: Set<string>
  /** Whether it has a member twice, so that the relay has not taken it apart. */
  readonly isDoubled: boolean
  /** How many objects were looked at that may have names. */
  readonly looked: { at: number }
}

/** Where an object stands; `named`: it has an `id` that names what is held; `variables`: its keys are anyone's. */
type Place = { readonly kind: 'item' | 'block' | 'named' | 'variables'; readonly level: number }

const namesAlone: ReadonlySet<string> = new Set(['conversation', 'file_ids', 'vector_store_ids'])
/** The relay looks for what these name, unless the request cannot be told apart. */
const goesOn: ReadonlySet<string> = new Set(['previous_response_id', 'thread'])
const lists: ReadonlySet<string> = new Set(['input', 'messages'])
const outer: ReadonlySet<string> = new Set(['tools', 'system', 'prompt'])

const names: ReadonlySet<string> = new Set(['file_id', 'file_ids', 'container_id', 'vector_store_ids'])
/** What clients put under other names is theirs: arguments of calls, schemas of tools. */
const within: ReadonlySet<string> = new Set([
  ...['content', 'output', 'source', 'file', 'environment', 'input_image_mask', 'tools'],
])
const maxLevel = 8
/** More than any real request names, and more objects than look in one as if they did: each costs some microseconds. */
const maxFound = 100
const maxLooked = 20_000

/** The value of a member, or each item of it. */
function* each(walk: Walk, { value, items }: Member, place: Place): Steps<void> {
  for (const item of items ?? [value]) {
    if (items !== null) yield
    const { known } = item as Item
    if (known !== undefined && namesNothing.has(known)) continue
    const before = walk.found.size
    yield* object(walk, item, place)
    if (known !== undefined && walk.found.size === before) namesNothing.add(known)
    if (walk.found.size > maxFound || walk.looked.at > maxLooked) return
  }
}

/** What came with an earlier request is not looked at again. */
const namesNothing = new WeakSet<NonNullable<Item['known']>>()

function* object(walk: Walk, { from, to }: Slice, { kind, level }: Place): Steps<void> {
  const bytes = walk.bytes.subarray(from, to)
  // What is no object is a text, or nothing that a provider takes.
  if (bytes[0] !== openBrace || !(walk.isDoubled || kind === 'named' || (yield* mayName(bytes)))) return
  const isTooMuch = level > maxLevel || ++walk.looked.at > maxLooked
  const members = isTooMuch ? null : yield* scanAllSteps(bytes)
  if (members === null || isMistakable(members)) walk.found.add('')
  const inside: Walk = { ...walk, bytes }
  const at = { kind: 'block', level: level + 1 } as const
  if (namesItem(inside, members ?? [], kind)) addIds(inside, members!.find(({ key }) => key === 'id')?.value)
  for (const member of members ?? []) {
    const { key, value, items } = member
    if (kind === 'variables') yield* object(inside, value, at)
    else if (names.has(key) || (kind === 'named' && key === 'id')) addIds(inside, value)
    else if (key === 'container') yield* container(inside, value, level)
    else if (key === 'audio' && kind === 'item') yield* object(inside, value, { ...at, kind: 'named' })
    else if (key === 'variables') yield* object(inside, value, { ...at, kind: 'variables' })
    // What a tool of the provider's own has put out is no list, and nothing is read by the names in it.
    else if (within.has(key) && (items !== null || key !== 'content')) yield* each(inside, member, at)
  }
}

/** Its name alone, or an object that has one; `{"type":"auto"}` names none. */
function* container(walk: Walk, value: Slice, level: number): Steps<void> {
  if (walk.bytes[value.from] === openBrace) yield* object(walk, value, { kind: 'named', level: level + 1 })
  else addIds(walk, value)
}

/** Whether an object stands for an item, where the relay does not look for it. */
function namesItem({ bytes, isDoubled }: Walk, members: readonly Member[], kind: Place['kind']): boolean {
  if (kind !== 'block' && !isDoubled) return false
  const type = members.find(({ key }) => key === 'type')
  const read = type === undefined ? null : valueAt(bytes, type.value)
  if (read === 'item_reference') return true
  return kind === 'item' && read === null && members.every(({ key }) => key !== 'role')
}

/** Whether it is another object to whoever reads the first of two members, or the last. */
const isMistakable = (members: readonly Member[]): boolean =>
  ['type', 'id', 'role'].some(name => members.filter(({ key }) => key === name).length > 1)

function addIds({ bytes, found }: Walk, value: Slice | undefined): void {
  const read = value === undefined || value.to - value.from > maxIds ? '' : valueAt(bytes, value)
  const ids = [read].flat()
  if (ids.length > maxFound) found.add('')
  for (const id of ids.slice(0, maxFound)) if (id !== null) found.add(typeof id === 'string' ? id : '')
}

/** More bytes than a list of so many ids. */
const maxIds = 20_000

/** Names as they stand in the bytes: quoted, which words of a text are not. Letters of names have no reason to be escaped. */
const marks = /"(?:file_id|container|vector_store_ids"|audio"|item_reference"|id")|\\u00[567]/g
const longestMark = 20
const stepBytes = 250_000

/** Whether a piece may have any of the names, or an id twice. */
function* mayName(bytes: Uint8Array): Steps<boolean> {
  const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  let ids = 0
  for (let from = 0; from < piece.length; from += stepBytes) {
    if (from > 0) yield
    for (const { 0: mark, index } of piece.toString('latin1', from, from + stepBytes + longestMark).matchAll(marks))
      if (mark !== '"id"' || (index < stepBytes && ++ids > 1)) return true
  }
  return false
}
