import type { Conversation, Place } from '../../engine/ports/store-conversations.ts'
import type {
  Appended,
  Branches,
  BranchTip,
  Entries,
  EntryPage,
  Hit,
  NewEntry,
} from '../../engine/ports/store-entries.ts'
import { checkEntries } from '../check-entries.ts'
import { type EntryAnswer, fromAnswer, toRows } from '../entry-row.ts'
import { firstPageSize, nextPageSize } from '../page-size.ts'
import { isFindable } from '../response-of.ts'
import { exactQuery, searchQuery } from '../storable.ts'
import { uuid } from '../uuid.ts'
import type { Call } from './call.ts'
import { fromConversation, restoreText } from './conversations.ts'
import { type JsonParameter, jsonParameter } from './json-parameter.ts'

export function entries(call: Call): Entries {
  const page: Entries['page'] = async (conversation, { limit, ...rest }) => {
    const query = JSON.stringify({ ...rest, limit: Math.min(Math.max(limit, 1), 1000) })
    const answer = await call<{ entries: EntryAnswer[]; more: boolean }>('read_page', uuid(conversation), query)
    return { entries: answer.entries.map(fromAnswer), more: answer.more } satisfies EntryPage
  }
  const walk: Entries['walk'] = async function* (
    conversation,
    { span = { from: 1, to: Number.POSITIVE_INFINITY }, at } = {},
  ) {
    let limit = firstPageSize
    for (let after = span.from - 1; ; ) {
      const { entries: found, more } = await page(conversation, {
        after: { depth: after },
        limit,
        ...(at && { at }),
      })
      for (const stored of found) if (stored.entry.depth <= span.to) yield stored
      after = found.at(-1)?.entry.depth ?? Number.POSITIVE_INFINITY
      limit = nextPageSize(found, 500)
      if (!more || after >= span.to) return
    }
  }
  return {
    append: async (conversation, added, { after, head = 'follows' } = {}) => {
      const written = await call<AppendRow>('append', uuid(conversation), await rows(added), seen(after), head)
      return appended(written, added)
    },
    branch: async (conversation, at) => {
      const answer = await call<Read>('read_branch', uuid(conversation), at?.line ?? null, at?.depth ?? null)
      const found = answer.entries.map(fromAnswer)
      if (answer.rest !== null) {
        const span = { from: found.length + 1, to: answer.rest.depth }
        for await (const stored of walk(conversation, { span, at: answer.rest })) found.push(stored)
      }
      return { conversation: fromConversation(answer.conversation), branch: found.map(({ entry }) => entry) }
    },
    page,
    walk,
    find: async (conversation, ids) =>
      (await call<EntryAnswer[]>('find_entries', uuid(conversation), ids)).map(fromAnswer),
    findByResponse: async response => {
      if (!isFindable(response)) return null
      const found = await call<FoundAnswer | null>('find_by_response', response)
      return found && { conversation: found.conversation, stored: fromAnswer(found.entry) }
    },
    totals: async (conversation, { from, to }, at) =>
      call('read_totals', uuid(conversation), from, to, at?.line ?? null, at?.depth ?? null),
    search: async (query, { conversation, limit = 20 } = {}) => {
      const within = conversation === undefined ? null : uuid(conversation)
      const hits = await call<Hit[]>('search_entries', searchQuery(query), within, limit, exactQuery(query))
      return hits.map(hit => ({ ...hit, title: restoreText(hit.title) }))
    },
  }
}

export function branches(call: Call): Branches {
  const move =
    (how: 'move' | 'fork'): Branches['move'] =>
    async (conversation, { line, depth }) =>
      fromConversation(await call('move_head', uuid(conversation), line, depth, how))
  return {
    list: async conversation => call<readonly BranchTip[]>('list_branches', uuid(conversation)),
    move: move('move'),
    fork: move('fork'),
  }
}

/** A branch, or the beginning of one that is long, and where its rest is. */
type Read = {
  readonly conversation: Conversation
  readonly entries: readonly EntryAnswer[]
  readonly rest: Place | null
}

type FoundAnswer = { readonly conversation: string; readonly entry: EntryAnswer }

/** What the SQL functions answer when they have written entries: where each went. */
export type AppendRow = {
  readonly outcome: Appended['outcome']
  readonly conversation: Conversation
  readonly places: readonly {
    readonly line: number
    readonly depth: number
    readonly number: number
    readonly at: number
  }[]
}

export function appended({ outcome, conversation, places }: AppendRow, added: readonly NewEntry[]): Appended {
  const stored = added.map((entry, at) => {
    const { id, about = null, ...draft } = entry
    const { line, depth, number, at: time } = places[at]!
    const placed = { ...draft, id, depth, ...(entry.type === 'message' ? { number } : {}) }
    return { entry: placed as Appended['entries'][number]['entry'], line, at: time, about }
  })
  return { outcome, entries: stored, conversation: fromConversation(conversation) }
}

/** Entries as the SQL functions take them. */
export const rows = async (added: readonly NewEntry[]): Promise<string | JsonParameter> =>
  jsonParameter(await toRows(checkEntries(added)))

/** The root is the empty id; null when no entry is given. */
export const seen = (after: string | null | undefined): string | null => (after === undefined ? null : (after ?? ''))
