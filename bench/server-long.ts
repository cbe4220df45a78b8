import { randomUUID } from 'node:crypto'
import type { Target } from '../faults/http-target.ts'
import { type Cell, table } from '../scripts/table.ts'
import { exchange, sendBody, spread } from './server-load.ts'
import { exportOf, textAt, transcriptOf, wordAt } from './server-texts.ts'

/** How long the conversations are, and how often each thing is done. */
export type LongOptions = { readonly messages: number; readonly rounds: number }

/** A conversation that is short, and as much as is shown of a long one. */
const short = 100

/** Where it is measured, by its name. */
type Place = { readonly name: string; readonly target: Target }

/** Tables of what a long conversation takes on one store: bringing it in, the first turn, search, and turns beside those of a short one. */
export async function longTables(place: Place, options: LongOptions): Promise<string> {
  const { target, name } = place
  const { messages, rounds } = options
  const brief = await bring(target, transcriptOf(short), 'application/json')
  for (let at = 0; at < 10; at++) await turn(target, brief.id)
  await target.loop()
  const long = await bring(target, transcriptOf(messages), 'application/json')
  const importing = await target.loop()
  const found = await searches(target, rounds)
  await target.loop()
  const first = await timed(() => turn(target, long.id))
  const answering = await target.loop()
  const folded = randomUUID()
  await bring(target, await exportOf(folded, messages, short), 'application/x-ndjson')
  const turns = await turnRows(target, [brief.id, folded, long.id], options)
  const count = messages.toLocaleString('en')
  return [
    table(
      [`${name}: ${count} messages`, 'took', 'longest computing'],
      [
        ['import', seconds(long.ms), ms(importing.busyMs)],
        ['first turn after it', seconds(first), ms(answering.busyMs)],
      ],
    ),
    table([`${name}: search in ${count} messages`, 'hits', 'p50', 'p99'], found),
    table([`${name}: turns`, 'p50', 'p99', `÷ ${short} messages`], turns),
    `${rounds} of each, taking turns.`,
  ].join('\n\n')
}

const ms = (value: number): string => `${value.toFixed(1)} ms`
const seconds = (value: number): string => `${(value / 1000).toFixed(2)} s`

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

/** Imports a conversation over the real route. */
async function bring({ url, token }: Target, body: string, type: string) {
  let answer = ''
  const took = await timed(async () => {
    answer = await sendBody(`${url}/api/import`, { token, body, type })
  })
  return { id: JSON.parse(answer).conversation as string, ms: took }
}

async function turn({ url, token }: Target, conversation: string): Promise<void> {
  const sent = { clientId: randomUUID(), text: textAt(7) }
  const answer = await exchange(`${url}/api/conversations/${conversation}/messages`, token, sent)
  if (!answer.includes('"text-delta"')) throw new Error(`There was no answer: ${answer.slice(0, 2_000)}`)
}

/** A title that changes makes the next turn read its conversation again, as after a change by another process. */
const rename = ({ url, token }: Target, conversation: string, title: string) =>
  sendBody(`${url}/api/conversations/${conversation}`, { token, body: JSON.stringify({ title }), method: 'PATCH' })

async function turnRows(target: Target, ids: readonly string[], { messages, rounds }: LongOptions): Promise<Cell[][]> {
  const count = messages.toLocaleString('en')
  const names = [`${short} messages`, `${count}, of which ${short} shown`, `${count}, after its first turn`]
  const held = ids.map((): number[] => [])
  const read = ids.map((): number[] => [])
  for (let at = -3; at < rounds; at++) {
    for (const [which, id] of ids.entries()) {
      const again = await timed(() => turn(target, id))
      await rename(target, id, `Round ${at}`)
      const anew = await timed(() => turn(target, id))
      if (at < 0) continue
      held[which]!.push(again)
      read[which]!.push(anew)
    }
  }
  const rowsOf = (times: readonly number[][], how: string) =>
    times.map((each, at): Cell[] => {
      const { p50, p99 } = spread(each)
      return [`${names[at]}${how}`, ms(p50), ms(p99), Number((p50 / spread(times[0]!).p50).toFixed(2))]
    })
  return [...rowsOf(held, ''), ...rowsOf(read, ', read anew')]
}

const queries = {
  'a rare word': wordAt(17_431),
  'two words': `${wordAt(211)} ${wordAt(307)}`,
  'a word of every second message': wordAt(3),
  'the word of nearly every message': wordAt(0),
  'the beginning of a word': wordAt(1_743).slice(0, 6),
  'nothing that was said': 'xylophone',
} as const

async function searches({ url, token }: Target, rounds: number): Promise<Cell[][]> {
  const ask = (query: string) => exchange(`${url}/api/search?q=${encodeURIComponent(query)}`, token)
  const times = Object.keys(queries).map((): number[] => [])
  const hits: number[] = []
  for (let at = -3; at < rounds; at++) {
    for (const [which, query] of Object.values(queries).entries()) {
      const took = await timed(async () => {
        hits[which] = JSON.parse(await ask(query)).length
      })
      if (at >= 0) times[which]!.push(took)
    }
  }
  return Object.keys(queries).map((name, at) => {
    const { p50, p99 } = spread(times[at]!)
    return [name, hits[at]!, ms(p50), ms(p99)]
  })
}
