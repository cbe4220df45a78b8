import { expect, test } from 'vitest'
import { classic } from '../../core/policy.ts'
import { windowStatus } from '../../core/window.ts'
import { createApi } from '../api/api.ts'
import type { ConversationState, DisplayEntry } from '../api/contract.ts'
import { ConversationSync } from './conversation-sync.ts'
import { currentStatusLine } from './current-status-line.ts'
import { createDrafts, type DraftStorage } from './drafts.ts'
import { loadConversation } from './load-conversation.ts'
import { initialScreen, reduceScreen, type ScreenState } from './screen.ts'

const at = '2026-11-15T12:00:00Z'
const breakdown = { system: 0, tools: 0, summary: 0, protected: 0, messages: 0, attachments: 0 }
const status = windowStatus({ used: 10, source: 'reported', breakdown }, { window: 1000, reserve: 100 })
const state: ConversationState = {
  id: 'c1',
  title: 'Exports',
  model: 'offline',
  project: null,
  client: null,
  policy: classic,
  instructions: null,
  temperature: null,
  version: 1,
  head: 0,
  status,
  compaction: null,
  canUndo: false,
  canRedo: false,
  turn: null,
  compacting: null,
  offer: null,
  protected: [],
}

const said = (depth: number, role: 'user' | 'assistant', text: string, id = `e${depth}`): DisplayEntry => ({
  type: 'message',
  id,
  depth,
  number: depth,
  count: 1,
  at,
  message: { role, parts: [{ type: 'text', text }] },
})

/** A server on paper: it keeps what was sent under its client id, and fails when told to. */
function paperServer() {
  const entries: DisplayEntry[] = []
  const posts: string[] = []
  const afters: (string | undefined)[] = []
  const sse = (...chunks: readonly object[]) =>
    new Response(chunks.map(chunk => `data: ${JSON.stringify(chunk)}\n\n`).join(''))
  const server = {
    entries,
    posts,
    afters,
    turn: null as ConversationState['turn'],
    offer: null as ConversationState['offer'],
    automatic: 'on' as 'on' | 'ask',
    client: null as ConversationState['client'],
    /** It is new, and has not looked yet for answers that another one left behind. */
    recovering: false,
    /** How many of the next requests that read the conversation fail. */
    unreadable: 0,
    /** Somebody deletes the conversation while it is being answered. */
    isDeleted: false,
    /** What happens to the next requests that write, one each. */
    troubles: [] as ('dead' | 'lost' | 'full' | 'refuses' | 'busy' | 'cut')[],
    fetch: (async (path: string, init: { method: string; body?: string }) => {
      if (init.method === 'GET' && path.endsWith('/stream')) {
        if (server.recovering) return new Response(null, { status: 204 })
        server.turn = null
        return sse({ type: 'start-step' }, { type: 'data-entry', data: answer() }, { type: 'finish' })
      }
      if (init.method === 'GET' && path.includes('/entries')) return page(path)
      if (init.method === 'GET' && server.unreadable-- > 0) throw new TypeError('fetch failed')
      if (init.method === 'GET' && server.isDeleted)
        return Response.json({ code: 'not-found', sentence: 'There is no such conversation.' }, { status: 404 })
      if (init.method === 'GET') {
        const { turn, offer, automatic, client } = server
        const policy = { ...classic, automatic }
        return Response.json({
          ...state,
          version: entries.length + 1,
          head: entries.length,
          turn,
          offer,
          client,
          policy,
        })
      }
      const trouble = server.troubles.shift()
      if (trouble === 'dead') throw new TypeError('fetch failed')
      if (trouble === 'full')
        return Response.json({ code: 'store-full', sentence: 'The disk is full.' }, { status: 507 })
      if (trouble === 'busy') return Response.json({ code: 'busy', sentence: 'An answer runs.' }, { status: 409 })
      if (trouble === 'refuses')
        return Response.json({ code: 'does-not-fit', sentence: 'This does not fit. Too long.' }, { status: 413 })
      const { clientId, text, after } = JSON.parse(init.body ?? '{}')
      posts.push(clientId)
      afters.push(after)
      if (!entries.some(({ id }) => id === clientId)) entries.push(said(entries.length + 1, 'user', text, clientId))
      if (trouble === 'lost') throw new TypeError('fetch failed')
      const acknowledged = { type: 'data-entry', data: entries.find(({ id }) => id === clientId) }
      if (trouble === 'cut') {
        server.turn = { id: 't1' }
        return sse(acknowledged, { type: 'start-step' }, { type: 'text-delta', id: 't', delta: 'Ans' })
      }
      return sse(acknowledged, { type: 'data-entry', data: answer() }, { type: 'finish' })
    }) as unknown as typeof fetch,
  }
  const answer = (): DisplayEntry => {
    entries.push(said(entries.length + 1, 'assistant', 'Answer'))
    return entries.at(-1)!
  }
  const page = (path: string): Response => {
    const query = new URLSearchParams(path.split('?')[1])
    const before = Number(query.get('before') ?? Number.POSITIVE_INFINITY)
    const above = entries.filter(({ depth }) => depth < before)
    const found = above.slice(-Number(query.get('limit') ?? 100))
    return Response.json({ entries: found, more: found.length < above.length })
  }
  return server
}

function shelf(): DraftStorage {
  const kept = new Map<string, string>()
  return {
    getItem: key => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: key => void kept.delete(key),
  }
}

function follow(server: ReturnType<typeof paperServer>, on: DraftStorage = shelf()) {
  let screen: ScreenState = initialScreen
  let ids = 0
  const drafts = createDrafts('c1', on)
  const sync = new ConversationSync('c1', {
    api: createApi({ fetch: server.fetch }),
    screen: () => screen,
    dispatch: event => {
      screen = reduceScreen(screen, event)
    },
    drafts,
    now: () => 0,
    newId: () => `mine-${++ids}-${server.posts.length}`,
    sleep: async () => {},
  })
  const words = () => screen.entries.map(entry => entry.type === 'message' && entry.message.parts[0])
  return {
    sync,
    drafts,
    screen: () => screen,
    words: () => words().map(part => part && 'text' in part && part.text),
  }
}

test('a message is sent, answered and shown', async () => {
  const { sync, screen, words } = follow(paperServer())
  await sync.open()
  await sync.send('Hello')
  expect(words()).toEqual(['Hello', 'Answer'])
  expect([screen().outgoing, screen().answer]).toEqual([[], null])
})

test('K10 what was read before anyone listened is shown at once, and read again when the feed stands', async () => {
  const server = paperServer()
  const { sync, words } = follow(server)
  server.entries.push(said(1, 'user', 'Seen'))
  const ahead = loadConversation(createApi({ fetch: server.fetch }), 'c1')
  await ahead
  server.entries.push(said(2, 'assistant', 'Said meanwhile'))
  await sync.open(ahead)
  expect(words()).toEqual(['Seen'])
  await sync.setConnection('online')
  expect(words()).toEqual(['Seen', 'Said meanwhile'])
})

test('F5 a dead server: the message is kept, survives a reload, and is written once when the server is back', async () => {
  const server = paperServer()
  const on = shelf()
  const first = follow(server, on)
  await first.sync.open()
  server.troubles.push('dead')
  await first.sync.send('Hello')
  expect(first.screen().outgoing).toMatchObject([{ text: 'Hello', state: 'queued' }])
  expect(currentStatusLine(first.screen())?.title).toBe('Cannot reach the server')
  first.sync.close()

  const second = follow(server, on)
  await second.sync.open()
  expect(second.words()).toEqual(['Hello', 'Answer'])
  expect(second.drafts.outgoing()).toEqual([])
})

test.each([
  ['before', 'dead'],
  ['after', 'lost'],
] as const)(
  'H5 the network dies %s the server has the message: it is written once, by itself, also when the live feed never broke',
  async (_, trouble) => {
    const server = paperServer()
    const { sync, screen, words } = follow(server)
    await sync.open()
    server.troubles.push(trouble)
    await sync.send('Hello')
    await settled()
    expect(words().filter(text => text === 'Hello')).toHaveLength(1)
    expect([screen().outgoing, screen().connection, server.posts.length]).toEqual([[], 'online', 1])
  },
)

test('H5 what an earlier visit sent and the server has is not written twice', async () => {
  const server = paperServer()
  const on = shelf()
  server.entries.push(said(1, 'user', 'Hello', 'mine-1-0'))
  createDrafts('c1', on).saveOutgoing([{ clientId: 'mine-1-0', text: 'Hello', state: 'sending' }])
  const { sync, words, screen } = follow(server, on)
  await sync.open()
  expect([words(), screen().outgoing, server.posts]).toEqual([['Hello'], [], []])
})

test('F5 a full disk is said, the words are kept, and they are sent when the link comes back', async () => {
  const server = paperServer()
  const { sync, screen, words } = follow(server)
  await sync.open()
  server.troubles.push('full')
  await sync.send('Hello')
  expect(currentStatusLine(screen())).toMatchObject({ title: 'Nothing was saved', tone: 'yellow' })
  await sync.setConnection('offline')
  await sync.setConnection('online')
  expect(words()).toEqual(['Hello', 'Answer'])
})

test('F6 a message that is refused goes back to where it was written, with the reason', async () => {
  const server = paperServer()
  const { sync, screen, drafts } = follow(server)
  await sync.open()
  server.troubles.push('refuses')
  const files = [{ name: 'notes.txt', mediaType: 'text/plain', data: 'aGVsbG8=' }]
  await sync.send('A very long message', { files })
  expect(screen()).toMatchObject({ outgoing: [], returnedFiles: files })
  expect(drafts.text()).toBe('A very long message')
  expect(currentStatusLine(screen())).toMatchObject({ title: 'This does not fit', detail: 'Too long.' })
})

test('K10 a stream that breaks in mid-answer goes on', async () => {
  const server = paperServer()
  const { sync, screen, words } = follow(server)
  await sync.open()
  server.troubles.push('cut')
  await sync.send('Hello')
  expect(words()).toEqual(['Hello', 'Answer'])
  expect([screen().answer, screen().connection]).toEqual([null, 'online'])
})

test('K8, K10 what a new server recovers after an answer was resumed is shown when the feed is back', async () => {
  const server = paperServer()
  const { sync, words } = follow(server)
  await sync.open()
  server.troubles.push('cut')
  server.recovering = true
  const sent = sync.send('Hello')
  await sync.setConnection('offline')
  await sent
  expect(words()).toEqual(['Hello'])
  server.entries.push(said(2, 'assistant', 'Ans'))
  await sync.setConnection('online')
  expect(words()).toEqual(['Hello', 'Ans'])
})

test('K10 an answer whose stored form cannot be read at once is read as soon as it can be', async () => {
  const server = paperServer()
  const { sync, screen, words } = follow(server)
  await sync.open()
  server.unreadable = 2
  await sync.send('Hello')
  await settled()
  expect([words(), screen().connection]).toEqual([['Hello', 'Answer'], 'online'])
  expect(screen().conversation?.version).toBe(3)
})

test.each([0, 2])(
  'K10 a conversation that is deleted in mid-answer is no lost connection, %i failures later',
  async failures => {
    const server = paperServer()
    const { sync, screen } = follow(server)
    await sync.open()
    server.isDeleted = true
    server.unreadable = failures
    await sync.send('Hello')
    await settled()
    expect(screen().connection).toBe('online')
  },
)

test('K10 a browser that opens in mid-answer takes it up', async () => {
  const server = paperServer()
  server.entries.push(said(1, 'user', 'Hello'))
  server.turn = { id: 't1' }
  const { sync, words } = follow(server)
  await sync.open()
  expect(words()).toEqual(['Hello', 'Answer'])
})

test('H5 what is sent while an answer is written waits for its turn', async () => {
  const server = paperServer()
  const { sync, words } = follow(server)
  await sync.open()
  await Promise.all([sync.send('One'), sync.send('Two')])
  expect(words()).toEqual(['One', 'Answer', 'Two', 'Answer'])
})

test('W3 a link to a message far above reads as many pages as it takes', async () => {
  const server = paperServer()
  for (let depth = 1; depth <= 1300; depth++)
    server.entries.push(said(depth, depth % 2 ? 'user' : 'assistant', `${depth}`))
  const { sync, screen } = follow(server)
  await sync.open()
  expect([screen().entries.length, screen().more]).toEqual([100, true])
  await sync.readOlder()
  expect(screen().entries.length).toBe(200)
  await sync.readOlder(24)
  expect(screen().entries.map(({ depth }) => depth)).toEqual(Array.from({ length: 1300 }, (_, at) => at + 1))
})

test('an action that fails says why and changes nothing', async () => {
  const server = paperServer()
  const { sync, screen } = follow(server)
  await sync.open()
  server.troubles.push('busy')
  const api = createApi({ fetch: server.fetch })
  expect(await sync.run(() => api.undo('c1'))).toBe(null)
  expect(currentStatusLine(screen())).toMatchObject({ tone: 'red', title: 'An answer runs' })
})

const elsewhere = { type: 'conversation', id: 'c1', version: 9, by: 'other' } as const
const settled = () => new Promise(resolve => setTimeout(resolve, 20))

test('W6 a screen where nobody is writing follows what is written elsewhere, and goes on from there', async () => {
  const server = paperServer()
  const { sync, screen, words } = follow(server)
  await sync.open()
  await sync.send('Hello')
  server.entries.push(said(3, 'user', 'From another tab'))
  sync.handleNotice(elsewhere, 'mine')
  await settled()
  expect([currentStatusLine(screen()), words().at(-1)]).toEqual([null, 'From another tab'])
  await sync.send('From here')
  expect(server.afters.at(-1)).toBe('e3')
})

test('W6 somebody who is writing is told of messages from elsewhere, and sees them when they ask', async () => {
  const server = paperServer()
  const { sync, screen, drafts, words } = follow(server)
  await sync.open()
  await sync.send('Hello')
  drafts.saveText('Half a sent')
  server.entries.push(said(3, 'user', 'From another tab'))
  sync.handleNotice(elsewhere, 'mine')
  await settled()
  expect([currentStatusLine(screen())?.title, words().length]).toEqual(['Updated elsewhere', 2])
})

test('W6 the answer to what is shown here is no news from elsewhere, also when its notice names nobody', async () => {
  const server = paperServer()
  const { sync, screen, drafts, words } = follow(server)
  await sync.open()
  await sync.send('Hello')
  drafts.saveText('Half a sent')
  server.entries.push(said(3, 'assistant', 'More of the answer'))
  sync.handleNotice({ ...elsewhere, by: null }, 'mine')
  await settled()
  expect([currentStatusLine(screen()), words().at(-1)]).toEqual([null, 'More of the answer'])
})

test('W6 what was sent while an answer was written elsewhere waits for it, and is sent by itself', async () => {
  const server = paperServer()
  const { sync, words } = follow(server)
  await sync.open()
  server.troubles.push('busy')
  await sync.send('Hello')
  expect(words()).toEqual([])
  sync.handleNotice(elsewhere, 'mine')
  await settled()
  expect(words()).toEqual(['Hello', 'Answer'])
})

test('H4.26 what the client of a relayed conversation writes appears by itself', async () => {
  const server = paperServer()
  server.client = 'Claude Code'
  const { sync, screen, drafts, words } = follow(server)
  server.entries.push(said(1, 'user', 'Go'))
  await sync.open()
  drafts.saveText('A note')
  server.entries.push(said(2, 'assistant', 'Done.'))
  sync.handleNotice({ ...elsewhere, by: null }, 'mine')
  await settled()
  expect([currentStatusLine(screen()), words()]).toEqual([null, ['Go', 'Done.']])
})

test('W6 what happens in the background without new messages is shown without a word', async () => {
  const server = paperServer()
  const { sync, screen } = follow(server)
  await sync.open()
  await sync.send('Hello')
  server.entries.push({ type: 'protection', id: 'p', depth: 3, span: { from: 1, to: 1 }, action: 'protect', at })
  sync.handleNotice({ ...elsewhere, by: null }, 'mine')
  await settled()
  expect([currentStatusLine(screen()), screen().entries.at(-1)?.type]).toEqual([null, 'protection'])
})

test('C17 a summary that lies ready is looked at where people read first, and nowhere else', async () => {
  const shown = async (automatic: 'on' | 'ask') => {
    const server = paperServer()
    server.offer = 'k1'
    server.automatic = automatic
    const { sync, screen } = follow(server)
    await sync.open()
    server.entries.push(said(1, 'user', 'Read only when it is looked at'))
    sync.handleNotice({ type: 'offer', id: 'c1' }, 'mine')
    await settled()
    return screen().entries.length
  }
  expect([await shown('ask'), await shown('on')]).toEqual([1, 0])
})

test('W6 what a screen did itself is not looked at again', async () => {
  const server = paperServer()
  const { sync, screen } = follow(server)
  await sync.open()
  server.entries.push(said(1, 'user', 'From another tab'))
  sync.handleNotice({ ...elsewhere, by: 'mine' }, 'mine')
  await settled()
  expect([currentStatusLine(screen()), screen().conversation?.version]).toEqual([null, 9])
})

test('W6 a message goes after what its screen shows, whatever others wrote meanwhile', async () => {
  const server = paperServer()
  const { sync } = follow(server)
  await sync.open()
  await sync.send('One')
  server.entries.push(said(3, 'user', 'From another tab'))
  await sync.send('Two')
  await sync.send('Anew', { after: 'e2' })
  expect(server.afters).toEqual([undefined, 'e2', 'e2'])
})
