import { createHash } from 'node:crypto'
import { type Body, read, send } from './http-send.ts'
import { type Attack, readAll, type Scene } from './texts-attacks.ts'
import { wideRequests } from './wide-requests.ts'

/** Requests of clients, histories and transcripts with more of one thing than anyone has. */
export const widths = (many: number): readonly Attack[] => [
  ...wideRequests(many).map(
    ({ name, path, body }): Attack => ({
      name: `relayed: ${name}, ${many}`,
      run: ({ target: { url, token } }) => read(url + path, token, body),
    }),
  ),
  brought(`a message of ${many} blocks`, () => JSON.stringify(wideMessages(many))),
  posted(`a history with a message of ${many} parts`, () => ({
    messages: wideMessages(many).map(({ role, content }) => ({ role, parts: content })),
  })),
]

const wideMessages = (many: number) => {
  const block = (text: string) => ({ type: 'text', text })
  return [
    { role: 'user', content: Array.from({ length: many }, (_, at) => block(`Block ${at}.`)) },
    { role: 'assistant', content: [block('Fine.')] },
    { role: 'user', content: [block('Go on.')] },
  ]
}

/** Files as large as they may be, brought in and sent for a window. They are hostile by themselves: no text is needed. */
export const files: readonly Attack[] = [
  brought('a string of 60 MB', () => JSON.stringify('x'.repeat(60e6))),
  brought('20 million lists', () => `[${'[],'.repeat(20e6)}[]]`),
  brought('a nest of 30 million lists', () => '['.repeat(30e6)),
  brought('a message of 60 MB', () => JSON.stringify([{ role: 'user', content: 'x '.repeat(30e6) }])),
  brought('four messages of 15 MB, all of it escapes', () => JSON.stringify(messages(4, '"'.repeat(7.5e6)))),
  brought('8,000 messages', () => JSON.stringify(messages(8_000, 'line 1 must never hold a1\n'.repeat(50)))),
  brought('20,000 short messages', () => JSON.stringify(messages(20_000, 'Go on.'))),
  exported('a line of 63 MB', () => [`"${'x'.repeat(63e6)}"`]),
  exported('60 million empty lines', () => ['\n'.repeat(60e6)]),
  exported('an export with four messages of 15 MB', () => conversation(4, '"'.repeat(7.5e6))),
  exported('an export with 30,000 messages', () => conversation(30_000, 'line 1 must never hold a1\n'.repeat(50))),
  history('a history of 30,000 messages', () => messages(30_000, 'line 1 must never hold a1\n'.repeat(50))),
  history('a history of four messages of 15 MB', () => messages(4, '"'.repeat(7.5e6))),
  screens('a history of screens, 8,000 messages', () => messages(8_000, 'line 1 must never hold a1\n'.repeat(50))),
  {
    name: 'an answer in 20,000 pieces, read by three',
    run: async ({ api, id, provider }) => {
      provider.says('a '.repeat(20_000))
      const read = async (body: AsyncIterable<unknown> | null) => {
        for await (const _ of body ?? []);
      }
      const first = read(await api.send(id, { clientId: crypto.randomUUID(), text: 'Go on.', files: [] }, {}))
      await Promise.all([first, api.resume(id, {}).then(read), api.resume(id, {}).then(read)])
      provider.says('Fine.')
    },
  },
]

type Said = { readonly role: string; readonly content: string }

function messages(length: number, content: string): readonly Said[] {
  return Array.from({ length }, (_, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content }))
}

function brought(name: string, make: () => string): Attack {
  return {
    name: `${name}, brought in`,
    run: scene => bring(scene, { type: 'application/json', text: make() }),
  }
}

function exported(name: string, make: () => readonly string[]): Attack {
  const type = 'application/x-ndjson'
  return {
    name: `${name}, brought in`,
    run: scene => bring(scene, { type, text: ['{"type":"longhand","format":1}', ...make(), ''].join('\n') }),
  }
}

/** Brings a file in, reads what came of it, and deletes it. */
async function bring(scene: Scene, file: Body): Promise<string> {
  const { target, api } = scene
  const before = new Set((await api.conversations()).map(({ id }) => id))
  const answer = await send(`${target.url}/api/import`, target.token, file)
  for (const { id } of (await api.conversations()).filter(one => !before.has(one.id))) {
    await readAll({ ...scene, id })
    await api.delete(id)
  }
  return answer
}

function history(name: string, make: () => readonly Said[]): Attack {
  const parts = (text: string) => [{ type: 'text', text }]
  return posted(name, () => ({ messages: make().map(({ role, content }) => ({ role, parts: parts(content) })) }))
}

function screens(name: string, make: () => readonly Said[]): Attack {
  const shown = ({ role, content }: Said, at: number) => ({
    id: `m${at}`,
    role,
    parts: [{ type: 'text', text: content }],
  })
  return posted(name, () => ({ form: 'ui', messages: make().map(shown) }))
}

function posted(name: string, make: () => object): Attack {
  return {
    name,
    run: ({ target: { url, token } }) =>
      send(`${url}/api/stateless`, token, { type: 'application/json', text: JSON.stringify(make()) }),
  }
}

/** The lines of an export that is right in every way. */
function conversation(length: number, text: string): readonly string[] {
  const all = createHash('sha256').update('{"type":"longhand","format":1}\n')
  const own = createHash('sha256')
  const id = crypto.randomUUID()
  const at = Date.now()
  const opening = {
    ...{
      type: 'conversation',
      id,
      kind: 'chat',
      project: null,
      title: 'Long',
      model: null,
      settings: {},
      status: null,
    },
    ...{ head: { line: 1, depth: length }, epoch: 0, version: 1, checkpoints: 0, createdAt: at, updatedAt: at },
    lines: [{ line: 1, parent: null, forked: 0, tip: length, at }],
  }
  const entries = messages(length, text).map(({ role, content }, index) => ({
    ...{ type: 'entry', line: 1, at, about: null },
    entry: {
      ...{ type: 'message', id: `e${index}`, depth: index + 1, number: index + 1, count: 1 },
      message: { role, parts: [{ type: 'text', text: content }] },
    },
  }))
  const lines = [opening, ...entries].map(line => JSON.stringify(line))
  for (const line of lines) {
    all.update(`${line}\n`)
    own.update(`${line}\n`)
  }
  const ending = JSON.stringify({ type: 'conversation-end', id, hash: own.digest('hex') })
  all.update(`${ending}\n`)
  return [...lines, ending, JSON.stringify({ type: 'end', conversations: 1, hash: all.digest('hex') })]
}
