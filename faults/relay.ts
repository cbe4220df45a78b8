import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import Anthropic from '@anthropic-ai/sdk'
import { createApi } from 'longhand/client'
import { hasPostgres, startServer } from '../packages/longhand/src/testing/store-contract/postgres.ts'
import { type Cell, table } from '../scripts/table.ts'
import { type HostileFelt, meetHostileProvider } from './relay-hostile.ts'
import { answerTo, type Stage, type StepProvider, startStepProvider } from './relay-provider.ts'
import { type MortalServer, startMortal } from './relay-server.ts'
import { meetStrangers } from './relay-strangers.ts'

/**
 * `npm run faults -- relay`: a client goes on while its server is killed, its storage is away, its provider breaks off or
 * answers what no honest one does.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { kills: { type: 'string' } } })
  const kills = Number(values.kills ?? 40)
  const lived: Lived[] = [await liveThrough('embedded', { kills, cuts: kills / 4, pauseMs: 0 })]
  if (hasPostgres()) lived.push(await liveThrough('postgres', { kills, cuts: kills / 4, pauseMs: 10_000 }))
  else console.warn('! NO POSTGRES HERE: only the embedded store was tried. Set TEST_DATABASE_URL.')
  console.log(table(head, lived.map(rowOf)))
  const { asked, kept, spent, learnt } = await meetStrangers(kills)
  console.log(table(strangersHead, [[asked, kept, spent, learnt]]))
  if (kept + spent + learnt > 0) process.exitCode = 1
  const met = await meetHostileProvider(400_000)
  console.log(table(['a provider answers', 'longest computing', 'damage'], met.map(feltRow)))
  const damage = [...lived, ...met].flatMap(one => one.damage)
  if (damage.length > 0) {
    console.log(damage.join('\n'))
    process.exitCode = 1
  }
}

/** What happens to a conversation while its client goes on. */
export type Hardship = {
  readonly kills: number
  readonly cuts: number
  /** How long the storage is frozen, once; only a Postgres can be. */
  readonly pauseMs: number
}

export type Lived = Hardship & {
  readonly store: string
  /** How far the request had come at each kill. */
  readonly stages: readonly Stage[]
  readonly asked: number
  /** Requests that failed, and were sent again by the client. */
  readonly again: number
  /** What is wrong with the log in the end; nothing is. */
  readonly damage: readonly string[]
}

export async function liveThrough(store: 'embedded' | 'postgres', hardship: Hardship): Promise<Lived> {
  const provider = await startStepProvider()
  const postgres = store === 'postgres' ? await startServer() : null
  const server = await startMortal({ database: postgres?.url ?? null, provider: provider.url })
  try {
    // Small, so that folding is a part of the walk.
    await apiOf(server).changeSettings({ windows: { 'anthropic/claude-x': 9_000 } })
    return {
      store,
      ...hardship,
      ...(await talk(server, { provider, hardship, pause: ms => freeze(postgres?.pid, ms) })),
    }
  } finally {
    await server.close()
    await postgres?.stop()
    provider.close()
  }
}

type Stressed = {
  readonly provider: StepProvider
  readonly hardship: Hardship
  readonly pause: (ms: number) => Promise<void>
}

async function talk(server: MortalServer, { provider, hardship, pause }: Stressed) {
  const client = new Anthropic({ baseURL: server.url, apiKey: server.token, maxRetries: 10 })
  const messages: { role: 'user' | 'assistant'; content: string }[] = []
  const stages: Stage[] = []
  let again = 0
  const steps = hardship.kills + hardship.cuts + 4
  for (let step = 1; step <= steps; step++) {
    const question = `Question ${step}. ${`Some words about harbour ${step}. `.repeat(20)}`.trim()
    messages.push({ role: 'user', content: question })
    provider.expect()
    const at = step - 3
    const dying =
      at >= 0 && at < hardship.kills ? killAfter((150 * at) / hardship.kills, server, provider, stages) : null
    if (at >= hardship.kills && at < hardship.kills + hardship.cuts) provider.cut()
    const frozen = hardship.pauseMs > 0 && step === steps - 1 ? pause(hardship.pauseMs) : null
    for (;;) {
      try {
        await client.messages.stream({ model: 'claude-x', max_tokens: 100, messages }).finalText()
        break
      } catch (error) {
        // As agents do: an answer that broke off is asked for again.
        if (++again > 20 * steps) throw error
        await setTimeout(200)
      }
    }
    messages.push({ role: 'assistant', content: answerTo(question) })
    await Promise.all([dying, frozen])
  }
  return { stages, asked: steps, again, damage: await damageIn(server, messages) }
}

async function killAfter(ms: number, server: MortalServer, provider: StepProvider, stages: Stage[]): Promise<void> {
  await setTimeout(ms)
  stages.push(provider.stage())
  await server.kill()
}

/** Every word once and in order, in one conversation. */
async function damageIn(
  server: MortalServer,
  said: readonly { readonly content: string }[],
): Promise<readonly string[]> {
  const api = apiOf(server)
  const wanted = said.map(({ content }) => content)
  for (let tries = 0; ; tries++) {
    const conversations = await api.conversations()
    const found = conversations[0] === undefined ? [] : await wordsIn(server, conversations[0].id)
    const isWhole = found.length === wanted.length && found.every((text, at) => text === wanted[at])
    if (isWhole && conversations.length === 1) return []
    // The last answer is stored while its client has it already.
    if (tries === 50)
      return [
        ...(conversations.length === 1 ? [] : [`${conversations.length} conversations`]),
        ...wanted.filter(text => !found.includes(text)).map(text => `lost: ${text.slice(0, 30)}`),
        ...found.filter((text, at) => found.indexOf(text) !== at).map(text => `twice: ${text.slice(0, 30)}`),
        ...(isWhole ? [] : [`${found.length} messages of ${wanted.length}`]),
      ]
    await setTimeout(200)
  }
}

/** What the branch of a conversation says, in order. */
async function wordsIn(server: MortalServer, id: string): Promise<readonly string[]> {
  const words: string[] = []
  for (let before: number | undefined; ; ) {
    const { entries } = await apiOf(server).entries(id, { limit: 100, ...(before === undefined ? {} : { before }) })
    if (entries.length === 0) return words
    before = entries[0]!.depth
    words.unshift(
      ...entries.flatMap(entry =>
        entry.type === 'message'
          ? [
              entry.message.parts
                .map(part => (part.type === 'text' ? part.text : ''))
                .join('')
                .trim(),
            ]
          : [],
      ),
    )
  }
}

const apiOf = ({ url, token }: MortalServer) => createApi({ base: url, headers: { authorization: `Bearer ${token}` } })

/** Stops every process of a Postgres for a while: it neither answers nor refuses. */
async function freeze(pid: number | undefined, ms: number): Promise<void> {
  if (pid === undefined) return
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  const all = [pid, ...children.map(Number)]
  const send = (signal: NodeJS.Signals) => {
    for (const one of all) {
      try {
        process.kill(one, signal)
      } catch {
        // A connection that has ended meanwhile.
      }
    }
  }
  send('SIGSTOP')
  await setTimeout(ms)
  send('SIGCONT')
}

const head = [
  'store',
  'killed',
  'before the provider was asked',
  'while it answered',
  'after',
  'cut',
  'frozen',
  'sent again',
  'damage',
]

const strangersHead = [
  'requests with a made-up key',
  'conversations kept of them',
  'requests with the server’s key',
  'windows learnt from drafts',
]

const feltRow = ({ name, loop, damage }: HostileFelt): Cell[] => [name, `${loop.busyMs.toFixed(0)} ms`, damage.length]

const rowOf = ({ store, kills, cuts, pauseMs, stages, again, damage }: Lived): Cell[] => {
  const many = (...wanted: Stage[]) => stages.filter(stage => wanted.includes(stage)).length
  const seen = [many('not asked'), many('asked', 'answering'), many('answered')]
  return [store, kills, ...seen, cuts, `${pauseMs / 1000} s`, again, damage.length]
}
