import type { Api } from 'longhand/client'
import { maxStepLength } from '../packages/longhand/src/engine/turn/answer-budget.ts'
import { read } from './http-send.ts'
import type { Target } from './http-target.ts'
import type { HostileProvider } from './texts-provider.ts'

/** A server under attack, and the conversation that is attacked. */
export type Scene = {
  readonly target: Target
  readonly api: Api
  readonly id: string
  readonly model: string
  readonly provider: Pick<HostileProvider, 'says'>
}

/** One way to hand a text to a server. */
export type Attack = { readonly name: string; readonly run: (scene: Scene, text: string) => Promise<unknown> }

/** In the order in which one leads to the next: what is sent first is what is condensed, shown and taken away later. */
export const attacks: readonly Attack[] = [
  {
    name: 'a message, and an answer like it',
    run: ({ api, id }, text) => say(api, id, fitting(text, messageBytes)),
  },
  {
    name: 'an answer as long as one may be',
    run: async ({ api, id, provider }, text) => {
      provider.says(inPieces(text.slice(0, maxStepLength - 1), 20_000).toWellFormed())
      await say(api, id, 'Tell me everything.')
      provider.says(text.slice(0, 100_000).toWellFormed())
    },
  },
  {
    name: 'a message with files',
    run: ({ api, id }, text) => {
      const data = Buffer.from(fitting(text, messageBytes / 3)).toString('base64')
      const files = [
        { name: 'a.txt', mediaType: 'text/plain', data },
        { name: 'b.png', mediaType: 'image/png', data },
      ]
      return say(api, id, 'Look at these.', files)
    },
  },
  { name: 'state, view, entries, status', run: readAll },
  { name: 'search', run: ({ api }, text) => api.search(text.slice(0, 200).toWellFormed() || 'x') },
  {
    name: 'titles, checkpoints, protection',
    run: async ({ api, id }, text) => {
      const label = ` x${text.slice(0, 198)}`.toWellFormed()
      await settled([() => api.update(id, { title: label }), () => api.saveCheckpoint(id, label)])
      await settled([() => api.protect(id, 1, 'protect'), () => api.conversations({ search: text.slice(0, 100) })])
    },
  },
  {
    name: 'commands',
    run: ({ api, id }, text) =>
      settled(
        ['/compact --preview ', '/checkpoint ', '/restore ', '/'].map(
          word => () => api.command(id, (word + text).slice(0, 10_000)),
        ),
      ),
  },
  {
    name: 'preview',
    run: ({ api, id }, text) =>
      api.compact(id, { force: true, preview: true, instructions: text.slice(0, 4_000).toWellFormed() }),
  },
  { name: 'condensed by hand', run: compactByHand },
  {
    name: 'a summary of their own',
    run: async ({ api, id }, text) => {
      await settled([() => api.editSummary(id, text.slice(0, 200_000)), () => api.undo(id), () => api.redo(id)])
      await settled([() => api.compact(id, { force: true, text: `x${text.slice(0, 199_000)}` })])
    },
  },
  {
    name: 'condensed by itself',
    run: async ({ api, id, model }, text) => {
      await api.changeSettings({ windows: { [model]: 200_000 } })
      await settled([() => say(api, id, 'And now?'), () => say(api, id, fitting(text, 100_000))])
      await idle(api, id)
      await api.changeSettings({ windows: { [model]: 50_000_000 } })
    },
  },
  {
    name: 'taken away as Markdown and JSON',
    run: async ({ api, id, target: { token } }) => {
      for (const form of ['md', 'json'] as const) await read(`${api.exportPath(id, form)}`, token)
    },
  },
  {
    name: 'a transcript brought in, and condensed',
    run: async ({ api }, text) => {
      const { conversation } = await api.import(
        JSON.stringify(transcript(fitting(text, messageBytes / 4))),
        'transcript',
      )
      if (conversation === undefined) return
      await settled([() => api.compact(conversation, { force: true })])
      await idle(api, conversation)
      await settled([() => api.view(conversation)])
    },
  },
  {
    name: 'a history for a window',
    run: ({ target: { url, token } }, text) => {
      const parts = [{ type: 'text', text: fitting(text, messageBytes / 10) }]
      const messages = Array.from({ length: 8 }, (_, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', parts }))
      return read(`${url}/api/stateless`, token, { messages, force: true })
    },
  },
]

const messageBytes = 10 * 1024 * 1024

/** As much of a text as is streamed in so many pieces: a word takes longer to be passed on than to be said. */
function inPieces(text: string, most: number): string {
  const words = text.match(/\S+\s*|\s+/g)?.length ?? 1
  return text.slice(0, Math.floor(text.length * Math.min(1, most / words)))
}

/** As much of a text as fits into a request. */
function fitting(text: string, bytes: number): string {
  const needed = Buffer.byteLength(JSON.stringify(text))
  const room = bytes - 1_000
  return (needed <= room ? text : text.slice(0, Math.floor((text.length * room) / needed))).toWellFormed()
}

async function say(api: Api, id: string, text: string, files: readonly File[] = []): Promise<void> {
  const body = await api.send(id, { clientId: crypto.randomUUID(), text: `x${text}`.slice(0, 4_000_000), files }, {})
  for await (const _ of body ?? []);
  await idle(api, id)
}

type File = { readonly name: string; readonly mediaType: string; readonly data: string }

export async function readAll({ api, id }: Scene): Promise<void> {
  await settled([() => api.conversation(id), () => api.view(id), () => api.entries(id), () => api.status(id)])
  await settled([() => api.branches(id), () => api.checkpoints(id), () => api.receipts(id)])
}

async function compactByHand({ api, id }: Scene): Promise<void> {
  await settled([() => api.compact(id, { force: true })])
  await idle(api, id)
  await settled([() => api.receipts(id), () => api.view(id)])
}

/** A session with a tool that prints the text. */
const transcript = (text: string) => [
  { role: 'user', content: text },
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      { id: 'c1', type: 'function', function: { name: 'run', arguments: JSON.stringify({ command: text }) } },
    ],
  },
  { role: 'tool', tool_call_id: 'c1', content: text },
  { role: 'assistant', content: text },
  { role: 'user', content: 'Go on.' },
  { role: 'assistant', content: 'Fine.' },
]

/** One after the other; that one is refused is nobody's fault. */
async function settled(calls: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const call of calls) await call().catch(() => null)
}

/** Until nothing is written any more, neither an answer nor a summary. */
async function idle(api: Api, id: string): Promise<void> {
  for (let looks = 0; looks < 1_200; looks++) {
    const { turn, compacting } = await api.conversation(id)
    if (turn === null && compacting === null) return
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}
