import { Text } from 'ink'
import { render } from 'ink-testing-library'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ConversationState } from '../../client/api/contract.ts'
import { classic } from '../../core/policy.ts'
import { windowStatus } from '../../core/window.ts'
import { LonghandProvider } from '../provider/LonghandProvider.tsx'
import { useConversation } from './use-conversation.ts'

// Effects run in a real React root; Ink's needs no browser around it.

const breakdown = { system: 0, tools: 0, summary: 0, protected: 0, messages: 0, attachments: 0 }
const conversation = (id: string): ConversationState => ({
  id,
  title: `Title of ${id}`,
  model: 'offline',
  project: null,
  client: null,
  policy: classic,
  instructions: null,
  temperature: null,
  version: 1,
  head: 0,
  status: windowStatus({ used: 0, source: 'reported', breakdown }, { window: 1000, reserve: 100 }),
  compaction: null,
  canUndo: false,
  canRedo: false,
  turn: null,
  compacting: null,
  offer: null,
  protected: [],
})

/** A server that has every conversation but `missing`. */
const serve = (async (path: string) => {
  if (path === '/api/live') return new Response(new ReadableStream())
  if (path.includes('missing')) return Response.json({ code: 'not-found', sentence: 'Not found.' }, { status: 404 })
  if (path.includes('/entries')) return Response.json({ entries: [], more: false })
  return Response.json(conversation(path.split('/').at(-1)!))
}) as unknown as typeof fetch

function Opened({ id }: { readonly id: string }): ReactNode {
  const { screen, failure, drafts } = useConversation(id)
  return (
    <Text>
      {[screen.conversation?.title ?? failure?.message ?? 'loading', drafts.text() || 'no draft'].join(' · ')}
    </Text>
  )
}

const page = (id: string) => (
  <LonghandProvider navigate={() => {}} fetch={serve}>
    <Opened id={id} />
  </LonghandProvider>
)

beforeEach(() => {
  const drafts = new Map([['longhand-draft-b', 'a draft for b']])
  vi.stubGlobal('window', {
    localStorage: { getItem: (key: string) => drafts.get(key) ?? null, setItem: () => {}, removeItem: () => {} },
    addEventListener: () => {},
    removeEventListener: () => {},
  })
})
afterEach(() => vi.unstubAllGlobals())

test('W5 another id shows another conversation, with its own draft', async () => {
  const { lastFrame, rerender, unmount } = render(page('a'))
  await expect.poll(lastFrame).toBe('Title of a · no draft')
  rerender(page('b'))
  await expect.poll(lastFrame).toBe('Title of b · a draft for b')
  rerender(page('a'))
  await expect.poll(lastFrame).toBe('Title of a · no draft')
  unmount()
})

test('W5 a conversation that cannot be opened does not stand in the way of the next', async () => {
  const { lastFrame, rerender, unmount } = render(page('missing'))
  await expect.poll(lastFrame).toBe('Not found. · no draft')
  rerender(page('b'))
  await expect.poll(lastFrame).toBe('Title of b · a draft for b')
  rerender(page('missing'))
  await expect.poll(lastFrame).toBe('Not found. · no draft')
  unmount()
})
