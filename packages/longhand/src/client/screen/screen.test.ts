import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CompactionProgress } from '../../core/answer-parts.ts'
import type { ErrorCode } from '../../core/errors.ts'
import { classic } from '../../core/policy.ts'
import { windowStatus } from '../../core/window.ts'
import type { Chunk } from '../api/chunk.ts'
import type { ConversationState, DisplayEntry, Receipt } from '../api/contract.ts'
import { currentStatusLine } from './current-status-line.ts'
import {
  displayStatus,
  displayTitle,
  initialScreen,
  isOutdated,
  reduceScreen,
  type ScreenEvent,
  type ScreenState,
} from './screen.ts'

const at = '2026-11-15T12:00:00Z'
const breakdown = { system: 0, tools: 0, summary: 0, protected: 0, messages: 0, attachments: 0 }
const status = (used: number) => windowStatus({ used, source: 'reported', breakdown }, { window: 1000, reserve: 100 })
const conversation: ConversationState = {
  id: 'c1',
  title: 'Exports',
  model: 'offline',
  project: null,
  client: null,
  policy: classic,
  instructions: null,
  temperature: null,
  version: 7,
  head: 2,
  status: status(100),
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
const after = (...events: readonly ScreenEvent[]): ScreenState => events.reduce(reduceScreen, opened)
const opened = reduceScreen(initialScreen, {
  type: 'loaded',
  conversation,
  page: { entries: [said(1, 'user', 'Hello'), said(2, 'assistant', 'Good day.')], more: false },
})
const chunks = (...all: readonly Chunk[]): ScreenEvent => ({ type: 'chunks', chunks: all })
const failing = (code: ErrorCode, sentence: string, details = {}): ScreenEvent =>
  chunks({ type: 'data-failure', data: { code, sentence, details } })
const started: ScreenEvent = { type: 'answer-started', at: 0 }
const sent: ScreenEvent = { type: 'message-sent', message: { clientId: 'x1', text: 'And now?', state: 'sending' } }

describe('K9 the title', () => {
  const unnamed = { ...conversation, title: 'New conversation' }
  const blank = reduceScreen(initialScreen, {
    type: 'loaded',
    conversation: unnamed,
    page: { entries: [], more: false },
  })

  test('is the first words as soon as they are sent, and while they are answered', () => {
    expect(displayTitle(blank)).toBe('New conversation')
    const asked = reduceScreen(blank, sent)
    expect(displayTitle(asked)).toBe('And now?')
    const answered = reduceScreen(asked, chunks({ type: 'data-entry', data: said(1, 'user', 'And now?', 'x1') }))
    expect(answered.outgoing).toEqual([])
    expect(displayTitle(reduceScreen(answered, started))).toBe('And now?')
  })

  test('goes back to none when the message is taken back, and a name that somebody gave stays', () => {
    const dropped: ScreenEvent = { type: 'message-dropped', clientId: 'x1' }
    expect(displayTitle([sent, dropped].reduce(reduceScreen, blank))).toBe('New conversation')
    expect(displayTitle(after(sent))).toBe('Exports')
    expect(displayTitle(initialScreen)).toBeNull()
  })
})

describe('T7 the window', () => {
  const used = (screen: ScreenState) => displayStatus(screen)?.used
  const told = chunks({ type: 'data-context', data: status(104) })

  test('fills at once by what is sent, as an estimate, and the parts still add up', () => {
    const shown = displayStatus(after(sent))!
    expect(shown.used).toBeGreaterThan(100)
    expect(shown.used).toBeLessThan(110)
    expect(shown).toMatchObject({ source: 'estimated', window: 1000, breakdown: { messages: shown.used - 100 } })
    expect(shown.available).toBe(1000 - 100 - shown.used)
  })

  test('shows the figure of the server as soon as there is one, and nothing on top of it', () => {
    const acknowledged = chunks({ type: 'data-entry', data: said(3, 'user', 'And now?', 'x1') })
    expect(used(after(sent, acknowledged))).toBe(used(after(sent)))
    expect(displayStatus(after(sent, acknowledged, told))).toEqual(status(104))
    const notice = { type: 'status', id: 'c1', status: status(104) } as const
    expect(displayStatus(after(sent, { type: 'notice-received', notice, run: null }))).toEqual(status(104))
  })

  test('counts a message once, however often it is sent; one that waits or goes elsewhere not at all', () => {
    expect(used(after(sent, sent))).toBe(used(after(sent)))
    expect(used(after(sent, { type: 'message-queued', clientId: 'x1' }))).toBe(100)
    expect(used(after(sent, { type: 'message-queued', clientId: 'x1' }, sent))).toBe(used(after(sent)))
    expect(used(after(sent, { type: 'message-dropped', clientId: 'x1' }))).toBe(100)
    const aside = { clientId: 'x2', text: 'And there?', state: 'sending', after: 'e1' } as const
    expect(used(after({ type: 'message-sent', message: aside }))).toBe(100)
  })
})

test('F5 a warning from beside the conversation is shown, in one line', () => {
  const notice = { type: 'warning', id: 'c1', sentence: 'A checkpoint could not be saved. It goes on.' } as const
  const strip = currentStatusLine(after({ type: 'notice-received', notice, run: null }))
  expect(strip).toMatchObject({ tone: 'yellow', title: 'A checkpoint could not be saved', detail: 'It goes on.' })
})

describe('a message', () => {
  test('is on the page at once and becomes its entry when the server has it', () => {
    expect(after(sent).outgoing).toHaveLength(1)
    const acknowledged = after(sent, started, chunks({ type: 'data-entry', data: said(3, 'user', 'And now?') }))
    expect(acknowledged.outgoing).toEqual([])
    expect(acknowledged.entries.at(-1)?.id).toBe('e3')
  })

  test('H5 that is known under its own id is not on the page twice', () => {
    const page = { entries: [said(3, 'user', 'And now?', 'x1')], more: true }
    expect(after(sent, { type: 'loaded', conversation, page }).outgoing).toEqual([])
  })

  test('F5 that could not be sent is kept', () => {
    expect(after(sent, { type: 'message-queued', clientId: 'x1' }).outgoing[0]?.state).toBe('queued')
  })
})

const stepOne: readonly Chunk[] = [
  { type: 'start-step' },
  { type: 'text-delta', id: 't', delta: 'I read ' },
  { type: 'text-delta', id: 't', delta: 'the file.' },
  { type: 'tool-input-start', toolCallId: 'k', toolName: 'read' },
  { type: 'tool-input-available', toolCallId: 'k', toolName: 'read', input: { path: 'a.ts' } },
  { type: 'tool-output-available', toolCallId: 'k', output: 'text' },
]
const stepTwo: readonly Chunk[] = [{ type: 'start-step' }, { type: 'text-delta', id: 't', delta: 'Done' }]

describe('an answer', () => {
  test('grows word by word', () => {
    expect(after(started, chunks(...stepOne, ...stepTwo)).answer?.parts.map(part => [part.type, part.step])).toEqual([
      ['text', 1],
      ['call', 1],
      ['text', 2],
    ])
  })

  test('gives up the step that is stored and keeps the one being written', () => {
    const screen = after(
      started,
      chunks(...stepOne, { type: 'data-entry', data: said(3, 'assistant', 'I read the file.') }, ...stepTwo),
    )
    expect(screen.answer?.parts.map(part => part.type === 'text' && part.text)).toEqual(['Done'])
    expect(screen.entries).toHaveLength(3)
  })

  test('is taken back as far as a step was reset', () => {
    expect(after(started, chunks(...stepOne, ...stepTwo, { type: 'reset-step' })).answer?.parts).toHaveLength(2)
  })

  test('K10 goes on after a break: the whole stream again shows what one hearing shows', () => {
    const stream: readonly Chunk[] = [
      { type: 'data-entry', data: said(3, 'user', 'And now?') },
      ...stepOne,
      { type: 'data-entry', data: said(4, 'assistant', 'I read the file.') },
      { type: 'data-context', data: status(200) },
      ...stepTwo,
    ]
    const once = after(started, chunks(...stream))
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: stream.length }), { maxLength: 4 }), breaks => {
        const heard = breaks.flatMap(length => [started, chunks(...stream.slice(0, length))])
        expect(after(sent, ...heard, started, chunks(...stream))).toEqual(once)
      }),
      { numRuns: 1000 },
    )
  })

  test('that fails says so', () => {
    const warning = { type: 'data-warning', data: { sentence: 'It is down. The answer is not stored yet.' } } as const
    expect(after(started, chunks(warning)).statusLine).toMatchObject({ tone: 'yellow', title: 'It is down' })
    expect(after(started, failing('rate-limited', 'Wait.')).statusLine).toMatchObject({
      title: 'offline did not answer',
      actions: [{ type: 'retry' }],
    })
    const half = { ...said(4, 'assistant', 'It begins'), ending: 'failed' } as const
    const heard = [chunks({ type: 'data-entry', data: half }), failing('model-failed', 'Gone.')]
    expect(after(started, ...heard).statusLine?.title).toBe('offline stopped mid-answer')
  })

  test.each([
    ['refused-key', 'Refused. Check it.', { title: 'Refused', detail: 'Check it.' }, ['use-offline', 'settings']],
    [
      'unavailable',
      'It is down.',
      { title: 'offline did not answer', detail: 'It is down.' },
      ['use-offline', 'retry'],
    ],
    ['other', 'No credit.', { title: 'offline did not answer', detail: 'No credit.' }, ['retry']],
  ])('W30 that fails as %s is known by its code, whatever is said', (reason, sentence, shown, offered) => {
    const { statusLine } = after(started, failing('model-failed', sentence, { reason }))
    expect(statusLine).toMatchObject(shown)
    expect(statusLine?.actions.map(({ type }) => type)).toEqual(offered)
  })

  test('F1 that does not fit is known by its code', () => {
    const { statusLine } = after(started, failing('does-not-fit', 'Too long. Shorten it.'))
    expect(statusLine).toMatchObject({ title: 'Too long', detail: 'Shorten it.', actions: [{ type: 'compact' }] })
  })

  test('F3 that waits for its provider says why and until when, and forgets it when it is asked again', () => {
    const wait = { reason: 'rate-limited', until: '2026-11-16T12:00:20Z' } as const
    expect(after(started, chunks({ type: 'data-wait', data: wait })).answer?.wait).toEqual(wait)
    expect(after(started, chunks({ type: 'data-wait', data: wait }, { type: 'start-step' })).answer?.wait).toBe(null)
  })
})

const progress = (phase: CompactionProgress['phase'], id = 'k1'): CompactionProgress => ({
  id,
  phase,
  startedAt: at,
  folding: 76,
  keeping: 6,
})
const compacting = (phase: CompactionProgress['phase'], id?: string) =>
  chunks({ type: 'data-compaction', data: progress(phase, id) })

describe('a compaction', () => {
  test('W2 shows while it runs, with how much and a way to cancel', () => {
    const strip = currentStatusLine(after(compacting('started')))
    expect(strip).toMatchObject({ title: 'Condensing context…', since: at, actions: [{ type: 'cancel' }] })
    expect(strip?.detail).toBe('76 messages; the last 6 stay. Keep writing.')
  })

  test('F4 a cancelled one says that nothing has changed', () => {
    const screen = after(compacting('started'), compacting('cancelled'))
    expect([screen.conversation?.compacting, currentStatusLine(screen)?.title]).toEqual([null, 'Condensing cancelled'])
  })

  test('F4 the end is said also when a read knew of it first', () => {
    const read = { type: 'loaded', conversation, page: { entries: [], more: false } } as const
    expect(after(compacting('started'), read, compacting('cancelled')).statusLine?.title).toBe('Condensing cancelled')
    expect(after(read, compacting('cancelled')).statusLine).toBe(null)
  })

  test('H2 the end of one that stream and feed both tell of is said once', () => {
    const closed = after(compacting('started'), compacting('cancelled'), { type: 'status-line-closed' })
    const notice = { type: 'compaction', id: 'c1', progress: progress('cancelled') } as const
    expect(reduceScreen(closed, { type: 'notice-received', notice, run: null }).statusLine).toBe(null)
  })

  const completed = (id: string, warnings: Receipt['warnings']) => ({
    ...progress('completed', id),
    receipt: { id, folded: 76, before: 45_230, after: 18_450, retention: 0.97, warnings } as unknown as Receipt,
  })
  const ends = (data: CompactionProgress) => chunks({ type: 'data-compaction', data })
  const divider = (id: string, warnings: Receipt['warnings']) =>
    ({
      type: 'compaction',
      id,
      depth: 3,
      folds: [],
      receipt: completed(id, warnings).receipt,
    }) as unknown as DisplayEntry
  const loaded = (...entries: readonly DisplayEntry[]) =>
    ({ type: 'loaded', conversation, page: { entries, more: false } }) as const

  test('F1 one in the originals’ own words is yellow, with the reason and what to do', () => {
    const strip = currentStatusLine(after(compacting('started'), ends(completed('k1', ['summariser-key']))))
    expect(strip).toMatchObject({ tone: 'yellow', title: 'Condensed 76 messages: 45,230 → 18,450 tokens' })
    expect(strip?.detail).toMatch(/^The summary model has no key.*own words\. Add its key/)
    expect(currentStatusLine(after(compacting('started'), ends(completed('k1', []))))).toMatchObject({ tone: 'green' })
  })

  test('F1 a cause that lasts is told once; another one, and one that comes back, is told', () => {
    const tone = (before: Receipt['warnings'], now: Receipt['warnings']) =>
      after(loaded(divider('k0', before)), compacting('started'), ends(completed('k1', now))).statusLine?.tone
    expect(tone(['summariser-key'], ['summariser-key'])).toBe('green')
    expect(tone(['summariser-key'], ['summariser-key', 'truncated'])).toBe('yellow')
    expect(tone([], ['summariser-key'])).toBe('yellow')
  })

  test('Q2 that facts were left out is told of every compaction that leaves some out', () => {
    const now = after(loaded(divider('k0', ['truncated'])), compacting('started'), ends(completed('k1', ['truncated'])))
    expect(now.statusLine).toMatchObject({ tone: 'yellow', detail: expect.stringMatching(/facts.* found no room/) })
  })

  test('F1 a failure that lasts is told once', () => {
    const fails = (id: string, sentence: string) => [
      compacting('started', id),
      ends({ ...progress('failed', id), sentence }),
      { type: 'status-line-closed' } as const,
    ]
    const told = (...events: readonly ScreenEvent[]) => after(...events.slice(0, -1)).statusLine?.detail
    expect(told(...fails('k1', 'It is down.'))).toBe('It is down.')
    expect(told(...fails('k1', 'It is down.'), ...fails('k2', 'It is down.'))).toBeUndefined()
    expect(told(...fails('k1', 'It is down.'), ...fails('k2', 'No key.'))).toBe('No key.')
    const recovered = [...fails('k1', 'It is down.'), compacting('started', 'k2'), ends(completed('k2', []))]
    expect(told(...recovered, ...fails('k3', 'It is down.'))).toBe('It is down.')
  })

  test('another one that still runs is not ended by it', () => {
    expect(after(compacting('started', 'k2'), compacting('cancelled', 'k1')).conversation?.compacting?.id).toBe('k2')
  })
})

describe('another tab', () => {
  const notice = (version: number, by: string | null): ScreenEvent => ({
    type: 'notice-received',
    notice: { type: 'conversation', id: 'c1', version, by },
    run: 'mine',
  })

  test('W6 that went on is told of', () => {
    expect(currentStatusLine(after(notice(8, 'other')))?.title).toBe('Updated elsewhere')
  })

  test.each([
    ['what it did itself', [notice(8, 'mine')]],
    ['what it knows already', [notice(7, 'other')]],
    ['what happens while its own answer is written', [started, notice(8, 'other')]],
    [
      'what it has read',
      [
        notice(8, 'other'),
        { type: 'loaded', conversation: { ...conversation, version: 8 }, page: { entries: [], more: false } },
      ],
    ],
  ] as readonly [string, readonly ScreenEvent[]][])('W6 a tab is not told of %s', (_, events) => {
    expect(isOutdated(after(...events))).toBe(false)
  })

  test('notices about other conversations pass by', () => {
    const other = { type: 'conversation', id: 'c2', version: 99, by: null } as const
    expect(reduceScreen(opened, { type: 'notice-received', notice: other, run: null })).toBe(opened)
  })
})

describe('a strip', () => {
  const full = { ...conversation, status: status(910), policy: { ...classic, automatic: 'off' } as const }
  const page = { entries: [], more: false }

  test('W1 warns when the window is nearly full', () => {
    const strip = currentStatusLine(after({ type: 'loaded', conversation: full, page }))
    expect(strip?.detail).toBe('Automatic condensing is off. 90 tokens are left, all of them for the answer.')
    const over = { ...conversation, status: status(1_010) }
    expect(currentStatusLine(after({ type: 'loaded', conversation: over, page }))).toMatchObject({
      title: 'The window is full',
      detail: 'The model cannot read all of this until it is condensed.',
    })
  })

  test('F5 says that words are kept while the server is away, and that it is back', () => {
    expect(currentStatusLine(after({ type: 'connection-lost' }))?.title).toBe('Cannot reach the server')
    const back = after(started, { type: 'connection-lost' }, { type: 'connection-restored' })
    expect(currentStatusLine(back)?.title).toBe('Reconnected')
    expect(currentStatusLine(reduceScreen(back, { type: 'answer-ended' }))).toBe(null)
  })

  test('the gravest wins: a failure over a change elsewhere over a full window', () => {
    const behind = after(
      { type: 'loaded', conversation: full, page },
      {
        type: 'notice-received',
        notice: { type: 'conversation', id: 'c1', version: 9, by: null },
        run: null,
      },
    )
    expect(currentStatusLine(behind)?.title).toBe('Updated elsewhere')
    expect(currentStatusLine(reduceScreen(behind, failing('model-failed', 'Down.')))?.tone).toBe('red')
  })
})

test('C17 a summary that waits to be read is offered, below what is graver', () => {
  const waiting = { ...conversation, policy: { ...classic, automatic: 'ask' as const }, offer: 'k1' }
  const read = (state: ConversationState): ScreenEvent => ({
    type: 'loaded',
    conversation: state,
    page: { entries: [], more: false },
  })
  const shown = (state: ConversationState) => currentStatusLine(reduceScreen(initialScreen, read(state)))
  expect(shown(waiting)).toMatchObject({
    title: 'A summary is ready to review',
    actions: [{ type: 'refuse' }, { type: 'preview', label: 'Review' }],
  })
  expect(shown({ ...waiting, status: status(950) })).toMatchObject({
    title: 'The window is nearly full',
    detail: expect.stringContaining('A summary takes effect when you accept it.'),
  })
  expect(shown({ ...waiting, offer: null })).toBeNull()
})

describe('W5 an answer that is asked for again', () => {
  const again: ScreenEvent = { type: 'answer-started', at: 0, opening: 'again' }
  const more = chunks({ type: 'data-entry', data: said(3, 'user', 'And?') })
  const ids = ({ entries }: ScreenState) => entries.map(({ id }) => id)

  test('what came after the message it answers is gone from the page as soon as the stream names it', () => {
    const screen = after(more, again, chunks({ type: 'data-entry', data: said(1, 'user', 'Hello') }))
    expect([ids(screen), screen.answer?.continues]).toEqual([['e1'], null])
  })

  test('an answer that is gone on with is named, and stays', () => {
    const screen = after(again, chunks({ type: 'data-entry', data: said(2, 'assistant', 'Good day.') }))
    expect([ids(screen), screen.answer?.continues]).toEqual([['e1', 'e2'], 'e2'])
  })

  test('a stream that is resumed drops nothing', () => {
    const screen = after(more, started, chunks({ type: 'data-entry', data: said(1, 'user', 'Hello') }))
    expect(ids(screen)).toEqual(['e1', 'e2', 'e3'])
  })
})
