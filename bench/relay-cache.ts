import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApi } from 'longhand/client'
import { defaultCorpus, hasCorpus, recordings } from '../evals/corpus.ts'
import { startTarget } from '../faults/http-target.ts'
import type { Cell } from '../scripts/table.ts'
import { type Script, scriptOf } from './peers/script.ts'
import type { Way } from './relay-talk.ts'

export const cacheHead = [
  'recorded conversations',
  'requests',
  'compactions',
  'of the prompt read from the cache',
  'of what was sent before, read again',
  'the same between compactions',
]

type Item = { readonly role: 'user' | 'assistant'; readonly content: readonly object[] }
/** What is asked, and what was answered then. */
type Step = { readonly asked: readonly Item[]; readonly answer: readonly object[] }

/** What a provider reported for a request, in tokens, and whether something was folded since the one before. */
type Reported = { readonly prompt: number; readonly read: number; readonly before: number; readonly isFolded: boolean }

/** Whether a provider that remembers what it was sent reads as much from its cache through the relay as without it. */
export async function cacheRows(): Promise<Cell[][]> {
  if (!hasCorpus()) return [[`There are no recordings in ${defaultCorpus}.`, 0, 0, '', '', '']]
  const talks = (await chosenScripts(4)).map(stepsOf)
  const rows: Cell[][] = []
  for (const [name, window] of [
    ['direct', null],
    ['relayed, window of 10,000,000', 10_000_000],
    ['relayed, window of 32,000', 32_000],
  ] as const) {
    const reports: Reported[] = []
    for (const talk of talks) reports.push(...(await have(talk, window)))
    rows.push(rowOf(name, reports))
  }
  return rows
}

function rowOf(name: string, reports: readonly Reported[]): Cell[] {
  const share = (all: readonly Reported[], of: 'prompt' | 'before') => {
    const [read, whole] = [all.reduce((sum, one) => sum + one.read, 0), all.reduce((sum, one) => sum + one[of], 0)]
    return `${((100 * read) / whole).toFixed(1)}%`
  }
  const later = reports.filter(({ before }) => before > 0)
  const folded = later.filter(({ isFolded }) => isFolded).length
  const between = later.filter(({ isFolded }) => !isFolded)
  return [name, reports.length, folded, share(reports, 'prompt'), share(later, 'before'), share(between, 'before')]
}

/** Conversations that outgrow the smaller window a few times. */
async function chosenScripts(many: number): Promise<readonly Script[]> {
  const found: Script[] = []
  for await (const recording of recordings()) {
    const size = JSON.stringify(recording.messages).length
    if (recording.stitchedFrom === undefined && size > 250_000 && size < 900_000) found.push(scriptOf(recording))
    if (found.length === many) break
  }
  return found
}

function stepsOf({ turns }: Script): readonly Step[] {
  const said: Item[] = []
  const steps: Step[] = []
  for (const turn of turns) {
    said.push({ role: 'user', content: [{ type: 'text', text: turn.text }] })
    for (const { text, calls, results } of turn.steps) {
      const answer = [
        ...(text.trim() === '' ? [] : [{ type: 'text', text }]),
        ...calls.map(({ id, name, args }) => ({ type: 'tool_use', id, name, input: args })),
      ]
      steps.push({ asked: [...said], answer })
      said.push({ role: 'assistant', content: answer })
      const content = results.map(result => ({ type: 'tool_result', tool_use_id: result.id, content: result.text }))
      if (content.length > 0) said.push({ role: 'user', content })
    }
  }
  return steps
}

/** Has a conversation again, straight or through a server whose model has a window. */
async function have(steps: readonly Step[], window: number | null): Promise<readonly Reported[]> {
  const provider = await startProvider()
  const direct: Way = { url: provider.url, token: 'none' }
  const variables = {
    ...{ ANTHROPIC_API_KEY: 'none', ANTHROPIC_BASE_URL: `${provider.url}/v1` },
    // That nobody writes a summary here is no error.
    LONGHAND_LOG_LEVEL: 'silent',
  }
  const target = window === null ? null : await startTarget({ database: null, variables })
  if (target !== null) {
    const api = createApi({ base: target.url, headers: { authorization: `Bearer ${target.token}` } })
    await api.changeSettings({ windows: { 'anthropic/claude-x': window! } })
  }
  const reports: Reported[] = []
  let compaction: string | null = null
  for (const { asked, answer } of steps) {
    const { url, token } = target ?? direct
    provider.answerWith(answer)
    const response = await fetch(`${url}/v1/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': token },
      body: JSON.stringify({ model: 'claude-x', max_tokens: 100, messages: asked }),
    })
    const said = (await response.json()) as { readonly usage: Readonly<Record<string, number>> }
    if (response.status !== 200) throw new Error(`${response.status}: ${JSON.stringify(said)}`)
    const { cache_read_input_tokens: read, cache_creation_input_tokens: written } = said.usage
    const folds = response.headers.get('longhand-compaction')
    reports.push({
      ...{ prompt: read! + written!, read: read!, isFolded: folds !== compaction },
      before: reports.at(-1)?.prompt ?? 0,
    })
    compaction = folds
  }
  await target?.close()
  provider.close()
  return reports
}

/** A provider that remembers every beginning of a conversation that it was sent. */
async function startProvider() {
  const known = new Set<string>()
  let content: readonly object[] = []
  const server = createServer(async (came, to) => {
    const pieces: Buffer[] = []
    for await (const piece of came) pieces.push(piece as Buffer)
    const { model, messages, stream } = JSON.parse(Buffer.concat(pieces).toString())
    // Whoever else asks wants a summary, and gets none: the originals' own words take its place.
    if (model !== 'claude-x' || stream) return void to.writeHead(400, { 'content-type': 'application/json' }).end('{}')
    let [at, read, written] = ['', 0, 0]
    for (const item of messages as readonly Item[]) {
      const words = JSON.stringify(item)
      const tokens = Math.ceil(words.length / 4)
      at = createHash('sha256').update(at).update(words).digest('hex')
      if (known.has(at)) read += tokens
      else written += tokens
      known.add(at)
    }
    const usage = {
      ...{ input_tokens: 0, cache_read_input_tokens: read, cache_creation_input_tokens: written },
      output_tokens: Math.ceil(JSON.stringify(content).length / 4),
    }
    const answer = { id: 'msg', type: 'message', role: 'assistant', model, content, stop_reason: 'end_turn', usage }
    to.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answerWith: (next: readonly object[]) => {
      content = next
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
