import type { ShownEntry } from 'longhand/client'
import type { FakeRequest } from 'longhand/testing'
import { type Chunk, chunksOf } from '../testing/chunks.ts'
import type { Started } from '../testing/start.ts'
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
  readonly entries: () => Promise<readonly ShownEntry[]>
}

export async function openTalk({ api }: Pick<Stage, 'api'>): Promise<Talk> {
  const { id } = await api.create()
  let said = 0
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

/** Brings a conversation to where a summary lies ready, and one more message reaches the threshold. */
export async function talkToThreshold(stage: Stage): Promise<Talk> {
  const talk = await openTalk(stage)
  await talk.fill(0.7)
  await stage.prepared(talk.id)
  while ((await talk.share()) < 0.8) await talk.say()
  return talk
}

/** What a stream told of compactions. */
export const compactionsIn = (chunks: readonly Chunk[]): readonly Chunk[] =>
  chunks.filter(({ type }) => type === 'data-compaction')

export const failuresIn = (chunks: readonly Chunk[]) =>
  chunks.flatMap(({ type, data }) => (type === 'data-failure' ? [data as { code: string; sentence: string }] : []))

/** The words of a request, turn by turn, as the provider got them. */
export const wordsOf = (request: FakeRequest | undefined): readonly string[] =>
  request?.turns.map(({ role, text }) => `${role}: ${text}`) ?? []
