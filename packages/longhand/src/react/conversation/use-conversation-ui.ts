import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { CheckpointRow, CompactRequest, ModelRow, ProjectRow, Receipt } from '../../client/api/contract.ts'
import { buildRows, type Row } from '../../client/screen/rows.ts'
import { useLoaded } from '../hooks/use-loaded.ts'
import type { PageHandle } from '../messages/MessageList.tsx'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import { createDesk, type Desk } from './conversation-actions.ts'
import { type OpenConversation, useConversation } from './use-conversation.ts'

/** A conversation on the screen: what it holds, what can be done, and what is open around it. */
export type Room = OpenConversation & {
  readonly desk: Desk
  readonly rows: readonly Row[]
  readonly models: readonly ModelRow[]
  readonly projects: readonly ProjectRow[]
  readonly checkpoints: readonly CheckpointRow[]
  readonly receipts: readonly Receipt[]
  readonly view: 'you' | 'model'
  readonly setView: (view: 'you' | 'model') => void
  readonly drawer: Drawer
  readonly setDrawer: (drawer: Drawer) => void
  readonly dialog: OpenDialog | null
  readonly setDialog: (dialog: OpenDialog | null) => void
  readonly text: string
  readonly setText: (text: string) => void
  readonly aim: Aim | null
  readonly setAim: (aim: Aim | null) => void
  readonly page: React.RefObject<PageHandle | null>
  readonly field: React.RefObject<HTMLTextAreaElement | null>
  readonly jump: (number: number) => Promise<void>
  /** The message that the page is to bring into sight. */
  readonly sought: number | null
  readonly setSought: (number: number | null) => void
  /** The divider that a link was followed from. */
  readonly origin: string | null
  readonly setOrigin: (divider: string | null) => void
}

export type Drawer = 'checkpoints' | 'receipts' | null

/** Where the next message goes when it does not follow the newest: after an entry, in a branch of its own. */
export type Aim = { readonly after: string; readonly number: number; readonly kind: 'fork' | 'rewrite' }

export type OpenDialog =
  | { readonly type: 'preview'; readonly request: CompactRequest }
  | { readonly type: 'edit'; readonly text: string }
  | { readonly type: 'restore'; readonly checkpoint: CheckpointRow }
  | { readonly type: 'branches' | 'rename' | 'project' | 'delete' | 'help' | 'search' }

/** Opens a conversation and keeps track of what is open around it. */
export function useRoom(id: string, opened: Drawer): Room {
  const { api } = useLonghand()
  const open = useConversation(id)
  const { screen, following, drafts } = open
  const desk = useMemo(() => createDesk(id, api, following), [id, api, following])
  const { entries, more } = screen
  const rows = useMemo(() => buildRows({ entries, more }), [entries, more])
  const version = screen.conversation?.version ?? 0
  const models = useList(
    useCallback(() => api.models(), [api]),
    0,
  )
  const projects = useList(
    useCallback(() => api.projects(), [api]),
    0,
  )
  const checkpoints = useList(
    useCallback(() => api.checkpoints(id), [api, id]),
    version,
  )
  const receipts = useList(
    useCallback(() => api.receipts(id), [api, id]),
    version,
  )
  const [view, setView] = useState<Room['view']>('you')
  const [drawer, setDrawer] = useState<Drawer>(opened)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [aim, setAim] = useState<Aim | null>(null)
  const [text, show] = useState(drafts.text)
  const [origin, setOrigin] = useState<string | null>(null)
  const [sought, setSought] = useState<number | null>(null)
  const page = useRef<PageHandle>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const setText = useCallback(
    (next: string) => {
      drafts.saveText(next)
      show(next)
    },
    [drafts],
  )
  useEffect(() => {
    // On a touch screen the keyboard would cover the page before anyone has read it.
    if (matchMedia('(hover: hover)').matches) field.current?.focus()
  }, [])
  // A message that the server refuses puts its words back into the draft.
  useEffect(() => {
    if (screen.statusLine?.tone === 'red') show(drafts.text())
  }, [screen.statusLine, drafts])
  const jump = useCallback(
    async (number: number) => {
      setView('you')
      await following.readOlder(number)
      setSought(number)
    },
    [following],
  )
  return {
    ...open,
    ...{ desk, rows, models, projects, checkpoints, receipts, view, setView, drawer, setDrawer, dialog, setDialog },
    ...{ text, setText, aim, setAim, page, field, jump, sought, setSought, origin, setOrigin },
  }
}

const nothing: readonly never[] = []

/** A list of the server's that is read again when the conversation changes; empty until it is there. */
function useList<T>(load: () => Promise<readonly T[]>, version: number): readonly T[] {
  const [list, again] = useLoaded(load)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version may have a new list.
  useEffect(again, [version, again])
  return list.state === 'there' ? list.value : nothing
}
