import type { DisplayEntry } from 'longhand/client'
import type { FakeRequest } from 'longhand/internal/testing'
import { type Chunk, chunksOf } from '../chunks.ts'
import type { Started } from '../start.ts'
import { item } from './bakery.ts'
import type { Stage } from './stage.ts'

type Api = Started['api']

/** A conversation as someone has it over HTTP. */
export type Talk = {
  readonly id: string
  /** Says one more thing and returns what the answer's stream told. */
  readonly say: (text?: string, through?: Api) => Promise<readonly Chunk[]>
  /** Talks until the window is at least that full. */
  readonly fill: (share: number) => Promise<void>
  readonly share: () => Promise<number>
  /** How many things were said. */
  readonly said: () => number
  readonly view: () => ReturnType<Api['view']>
  readonly entries: () => Promise<readonly DisplayEntry[]>
}

/** A conversation in which so many items were agreed already; `remark` is what the person said in place of the third. */
export async function openTalk({ api }: Pick<Stage, 'api'>, items = 0, remark = item(3)): Promise<Talk> {
  const imported = () => api.import(transcript(items, remark), 'transcript')
  const id = items === 0 ? (await api.create()).id : (await imported()).conversation!
  let said = items
  const share = async () => (await api.status(id)).share!
  const say: Talk['say'] = async (text, through = api) => {
    said++
    return chunksOf(await through.send(id, { clientId: `m${said}`, text: text ?? item(said) }, {}))
  }
  return {
    id,
    say,
    share,
    fill: async wanted => {
      while ((await share()) < wanted) await say()
    },
    said: () => said,
    view: () => api.view(id),
    entries: async () => (await api.entries(id, { limit: 500 })).entries,
  }
}

const transcript = (items: number, remark: string): string =>
  JSON.stringify(
    Array.from({ length: items }, (_, at) => [
      { role: 'user', content: at === 2 ? remark : item(at + 1) },
      { role: 'assistant', content: 'Noted.' },
    ]).flat(),
  )

/** A conversation for which a summary lies ready; a few messages more reach the threshold. */
export async function preparedTalk(stage: Stage, remark?: string): Promise<Talk> {
  const talk = await openTalk(stage, 25, remark)
  await talk.fill(0.7)
  await stage.prepared(talk.id)
  return talk
}

/** Says things until a compaction is told of, and returns that. */
export async function sayUntilCondensed({ say }: Talk): Promise<readonly Chunk[]> {
  for (let tries = 0; tries < 30; tries++) {
    const told = await say()
    if (compactionsIn(told).length > 0) return told
  }
  throw new Error('Nothing was condensed.')
}

/** What a stream told of compactions. */
export const compactionsIn = (chunks: readonly Chunk[]): readonly Chunk[] =>
  chunks.filter(({ type }) => type === 'data-compaction')

export const failuresIn = (chunks: readonly Chunk[]) =>
  chunks.flatMap(({ type, data }) => (type === 'data-failure' ? [data as { code: string; sentence: string }] : []))

/** The words of a request, turn by turn, as the provider got them. */
export const wordsOf = (request: FakeRequest | undefined): readonly string[] =>
  request?.turns.map(({ role, text }) => `${role}: ${text}`) ?? []
