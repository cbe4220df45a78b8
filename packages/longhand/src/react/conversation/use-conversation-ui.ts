import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { CompactRequest } from '../../client/api/compaction-contract.ts'
import type { CheckpointRow } from '../../client/api/contract.ts'
import { buildRows } from '../../client/screen/rows.ts'
import { useLoaded } from '../hooks/use-loaded.ts'
import { useModels } from '../hooks/use-models.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import { createConversationActions } from './conversation-actions.ts'
import { useConversation } from './use-conversation.ts'

export type Drawer = 'checkpoints' | 'receipts' | null

/** Where the next message goes when it does not follow the newest: after an entry, or at the beginning, in a new branch. */
export type ReplyTarget = { readonly after: string | null; readonly number: number; readonly kind: 'fork' | 'rewrite' }

export type OpenDialog =
  | { readonly type: 'preview'; readonly request: CompactRequest }
  | { readonly type: 'edit'; readonly text: string }
  | { readonly type: 'restore'; readonly checkpoint: CheckpointRow }
  | { readonly type: 'branches' | 'rename' | 'instructions' | 'project' | 'delete' | 'help' | 'search' }

/** The state of a conversation's screen: what it shows, what can be done, which drawers and dialogs are open. */
export type ConversationUI = ReturnType<typeof useConversationUI>

/** Opens a conversation and keeps the state of its screen. */
export function useConversationUI(id: string, initialDrawer: Drawer) {
  const { api } = useLonghand()
  const conversation = useConversation(id)
  const { screen, sync, drafts } = conversation
  const actions = useMemo(() => createConversationActions(id, api, sync), [id, api, sync])
  const { entries, more } = screen
  const rows = useMemo(() => buildRows({ entries, more }), [entries, more])
  const version = screen.conversation?.version ?? 0
  const models = useModels()
  const projects = useList(api.projects, 0)
  const loadCheckpoints = useCallback(() => api.checkpoints(id), [api, id])
  const checkpoints = useList(loadCheckpoints, version)
  const loadReceipts = useCallback(() => api.receipts(id), [api, id])
  const receipts = useList(loadReceipts, version)
  const [view, setView] = useState<'you' | 'model'>('you')
  const [drawer, setDrawer] = useState<Drawer>(initialDrawer)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [replyTarget, setReplyTarget] = useState<ReplyTarget | null>(null)
  const [text, showText] = useState(drafts.text)
  /** The divider that a link was followed from. */
  const [returnDivider, setReturnDivider] = useState<string | null>(null)
  /** The number of the message to scroll to. */
  const [scrollTarget, setScrollTarget] = useState<number | null>(null)
  const list = useRef<{ readonly toEnd: () => void; readonly toRow: (key: string) => void }>(null)
  const composer = useRef<HTMLTextAreaElement>(null)
  const setText = useCallback(
    (next: string) => {
      drafts.saveText(next)
      showText(next)
    },
    [drafts],
  )
  useEffect(() => {
    // On a touch screen the keyboard would cover the page before anyone has read it.
    if (matchMedia('(hover: hover)').matches) composer.current?.focus()
  }, [])
  // The text of a message that the server refuses goes back into the draft.
  useEffect(() => {
    if (screen.statusLine?.tone === 'red') showText(drafts.text())
  }, [screen.statusLine, drafts])
  const jumpTo = useCallback(
    async (number: number) => {
      setView('you')
      await sync.readOlder(number)
      setScrollTarget(number)
    },
    [sync],
  )
  return {
    ...conversation,
    actions,
    rows,
    models,
    projects,
    checkpoints,
    receipts,
    ...{ view, setView, drawer, setDrawer, dialog, setDialog, text, setText, replyTarget, setReplyTarget },
    ...{ scrollTarget, setScrollTarget, jumpTo, returnDivider, setReturnDivider },
    list,
    composer,
  }
}

const emptyList: readonly never[] = []

/** A list from the server, loaded again when the conversation changes; empty until then. */
function useList<T>(load: () => Promise<readonly T[]>, version: number): readonly T[] {
  const [list, reload] = useLoaded(load)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version may have a new list.
  useEffect(reload, [version, reload])
  return list.state === 'ready' ? list.value : emptyList
}
