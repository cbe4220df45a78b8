import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import type { Answer } from '../client/answer.ts'
import { type Row, rowOf } from '../client/rows.ts'
import type { Outgoing, Screen } from '../client/screen.ts'
import { AnswerCard } from './AnswerCard.tsx'
import { CompactionDivider, type DividerActs } from './CompactionDivider.tsx'
import type { CardActs } from './card-acts.ts'
import { Icon } from './Icon.tsx'
import { MessageCard } from './MessageCard.tsx'
import { OutgoingCard } from './OutgoingCard.tsx'
import './Page.css'

export type PageHandle = {
  /** Brings ¶ `number` into sight, if it has been read. */
  readonly jump: (number: number) => boolean
  readonly toEnd: () => void
}

type Props = {
  readonly screen: Screen
  readonly rows: readonly Row[]
  readonly cards: CardActs
  readonly dividers: DividerActs
  readonly onOlder: () => void
  readonly onDrop: (clientId: string) => void
  readonly handle: Ref<PageHandle>
  /** The divider that a link was followed from: there is a way back to it. */
  readonly origin: string | null
  readonly onOrigin: (divider: string | null) => void
}

type Item =
  | Row
  | { readonly type: 'outgoing'; readonly key: string; readonly message: Outgoing }
  | { readonly type: 'answer'; readonly key: string; readonly answer: Answer }

/** The conversation from top to bottom. Only what is near the eye is drawn; the end stays in sight while it grows. */
export function Page(props: Props): ReactNode {
  const { screen, rows, cards, dividers, onOlder, onDrop, handle, origin, onOrigin } = props
  const [away, setAway] = useState(false)
  const list = useRef<VirtualizerHandle>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  const { outgoing, answer, more } = screen
  const items = useMemo(() => itemsOf(rows, outgoing, answer), [rows, outgoing, answer])
  const newest = rows.findLast(row => row.type === 'card')
  const shift = usePrepended(rows)

  const toEnd = useCallback(() => {
    const element = scroller.current
    if (element !== null) element.scrollTop = element.scrollHeight
  }, [])
  const follow = useCallback(() => {
    if (atEnd.current) toEnd()
  }, [toEnd])
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is new at the end is brought into sight.
  useLayoutEffect(follow, [items, follow])

  const jump = useCallback(
    (number: number) => {
      const at = rowOf(rows, number)
      if (at < 0) return false
      atEnd.current = false
      list.current?.scrollToIndex(at, { align: 'center' })
      afterDrawing(() => flash(scroller.current?.querySelector(`[data-at="${at}"] .card`) ?? null))
      return true
    },
    [rows],
  )
  useImperativeHandle(handle, () => ({ jump, toEnd }), [jump, toEnd])

  const scrolled = () => {
    const element = scroller.current
    if (element === null) return
    atEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < 48
    setAway(element.scrollHeight - element.scrollTop > element.clientHeight * 3)
    if (more && element.scrollTop < 800) onOlder()
  }
  useEffect(() => {
    // A first page that does not fill the screen never scrolls.
    const element = scroller.current
    if (more && element !== null && element.scrollHeight <= element.clientHeight) onOlder()
  }, [more, onOlder])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows move between the articles inside.
    <div className="pages" ref={scroller} onScroll={scrolled} onKeyDown={event => walk(event, list.current)}>
      <div className="pages-space" />
      <Virtualizer ref={list} scrollRef={scroller} shift={shift} onResize={follow} data={items} bufferSize={600}>
        {(item, at) => (
          <div key={item.key} className="sheet" data-at={at}>
            {item.type === 'card' ? (
              <MessageCard card={item} acts={cards} newest={item === newest && answer === null} />
            ) : item.type === 'divider' ? (
              <CompactionDivider divider={item} acts={dividers} />
            ) : item.type === 'outgoing' ? (
              <OutgoingCard message={item.message} onDrop={onDrop} />
            ) : (
              <AnswerCard answer={item.answer} model={screen.conversation?.model ?? ''} number={nextNumber(newest)} />
            )}
          </div>
        )}
      </Virtualizer>
      {(origin !== null || away) && (
        <div className="pages-ways">
          {origin !== null && (
            <button
              type="button"
              className="btn small"
              onClick={() => {
                list.current?.scrollToIndex(
                  rows.findIndex(({ key }) => key === origin),
                  { align: 'center' },
                )
                onOrigin(null)
              }}
            >
              <Icon name="back" small /> Back to divider
            </button>
          )}
          {away && (
            <button type="button" className="btn small" onClick={toEnd}>
              <Icon name="down" small /> Newest
            </button>
          )}
        </div>
      )}
    </div>
  )
}

function itemsOf(rows: readonly Row[], outgoing: readonly Outgoing[], answer: Answer | null): readonly Item[] {
  // What waits for the answer to end stands below it; what is on its way above.
  const on = (state: Outgoing['state']) =>
    outgoing
      .filter(message => message.state === state)
      .map(message => ({ type: 'outgoing' as const, key: message.clientId, message }))
  return [
    ...rows,
    ...on('sending'),
    ...(answer === null ? [] : [{ type: 'answer' as const, key: 'answer', answer }]),
    ...on('kept'),
  ]
}

/** Whether rows came in above those that were there: then the place is kept from the end and not from the start. */
function usePrepended(rows: readonly Row[]): boolean {
  const before = useRef<string | undefined>(undefined)
  const first = rows[0]?.key
  const known = before.current
  useEffect(() => {
    before.current = first
  }, [first])
  return known !== undefined && first !== known && rows.some(({ key }) => key === known)
}

const nextNumber = (newest: Row | undefined): number =>
  newest?.type === 'card' ? newest.entries.at(-1)!.number + 1 : 1

/** ↑ and ↓ go from card to card; p, c and f press the buttons of the card that has the focus. */
function walk(event: KeyboardEvent<HTMLDivElement>, list: VirtualizerHandle | null): void {
  const card = (event.target as HTMLElement).closest<HTMLElement>('.card')
  if (card === null || event.target !== card || event.ctrlKey || event.metaKey || event.altKey) return
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (by !== undefined) {
    event.preventDefault()
    step(card, by, list)
    return
  }
  const label = { p: /^(Protect|Release)/, c: /^Copy$/, f: /^Fork/ }[event.key]
  const button = [...card.querySelectorAll<HTMLElement>('.card-acts button')].find(one =>
    label?.test(one.getAttribute('aria-label') ?? ''),
  )
  button?.click()
}

function step(card: HTMLElement, by: number, list: VirtualizerHandle | null): void {
  const at = Number(card.closest<HTMLElement>('[data-at]')?.dataset.at) + by
  const pages = card.closest('.pages')
  const target = () => pages?.querySelector<HTMLElement>(`[data-at="${at}"] :is(.card, .fold-title)`)
  if (target() === null) list?.scrollToIndex(at, { align: 'nearest' })
  afterDrawing(() => target()?.focus())
}

function flash(card: Element | null): void {
  if (!(card instanceof HTMLElement)) return
  card.focus({ preventScroll: true })
  card.classList.add('flash')
  setTimeout(() => card.classList.remove('flash'), 1000)
}

/** Twice a frame: once for the list to draw, once for it to measure. */
const afterDrawing = (work: () => void): void => void requestAnimationFrame(() => requestAnimationFrame(work))
