import { askedLinks } from './chain-rows.ts'
import type { Conversation } from './chain-worker.ts'
import { type Recording, recordings } from './corpus.ts'
import { boilerplate, type NamesByRepository, noteNames, repositoryOf } from './metric/boilerplate.ts'

export type JoinedRecordings = {
  readonly conversations: Readonly<Record<string, Conversation>>
  readonly ignored: ReadonlySet<string>
}

/**
 * Few recordings are long enough for twenty compactions. Those of one repository follow each other, in the order of
 * their dates, until a conversation is.
 */
export async function joinRecordings(corpus: string, windows: readonly number[]): Promise<JoinedRecordings> {
  const names: NamesByRepository = new Map()
  const parts: Part[] = []
  for await (const recording of recordings(corpus)) {
    noteNames(names, recording)
    parts.push(partOf(recording))
  }
  if (parts.length === 0)
    throw new Error(`There are no recordings (*.json.gz) in ${corpus}. Name a folder with --corpus.`)
  const joined = windows.flatMap(window => joinedFor(parts, window))
  // The longest first, so that no worker is left with one at the end.
  const sorted = joined.toSorted((a, b) => sum(b.parts) - sum(a.parts))
  const conversations = sorted.map(({ window, parts }, at) => [
    `${at + 1}`,
    { window, recordings: parts.map(({ id }) => id) },
  ])
  return { conversations: Object.fromEntries(conversations), ignored: boilerplate(names) }
}

type Part = { readonly id: string; readonly repository: string; readonly date: string; readonly tokens: number }

function partOf({ id, source, recordedAt = '', messages, stitchedFrom }: Recording): Part {
  const letters = messages.reduce((total, message) => total + JSON.stringify(message).length, 0)
  // One that is made of several already stands for itself.
  const repository = stitchedFrom === undefined ? repositoryOf(source) : id
  return { id, repository, date: recordedAt, tokens: letters / lettersPerToken }
}

const lettersPerToken = 4

const sum = (parts: readonly Part[]): number => parts.reduce((total, { tokens }) => total + tokens, 0)

function joinedFor(all: readonly Part[], window: number) {
  const enough = (askedLinks.at(-1)! * growth + 1) * window
  return [...Map.groupBy(all, ({ repository }) => repository).values()].flatMap(parts => {
    const joined: { readonly window: number; readonly parts: Part[] }[] = []
    for (const part of parts.toSorted((a, b) => (`${a.date} ${a.id}` < `${b.date} ${b.id}` ? -1 : 1))) {
      const last = joined.at(-1)
      if (last === undefined || sum(last.parts) >= enough) joined.push({ window, parts: [part] })
      else last.parts.push(part)
    }
    return joined
  })
}

/** How much of the window fills up between two compactions. */
const growth = 0.4
