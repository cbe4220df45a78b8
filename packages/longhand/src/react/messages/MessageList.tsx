import {
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
import { type CustomContainerComponentProps, Virtualizer, type VirtualizerHandle } from 'virtua'
import type { StreamingAnswer } from '../../client/screen/answer.ts'
import { findRowIndex, type Row } from '../../client/screen/rows.ts'
import type { OutgoingMessage, ScreenState } from '../../client/screen/screen.ts'
import { CompactionDivider } from '../compaction/CompactionDivider.tsx'
import type { DividerActs } from '../compaction/divider-actions.ts'
import { Icon } from '../controls/Icon.tsx'
import { AnswerCard } from './AnswerCard.tsx'
import type { CardActs } from './card-actions.ts'
import { focusRow, walkCards } from './card-keys.ts'
import { MessageCard } from './MessageCard.tsx'
import { OutgoingCard } from './OutgoingCard.tsx'
import { useSeek } from './use-scroll-to-row.ts'
import './MessageList.css'

export type PageHandle = {
  readonly toEnd: () => void
}

type Props = {
  readonly screen: ScreenState
  readonly rows: readonly Row[]
  readonly cards: CardActs
  readonly dividers: DividerActs
  readonly onOlder: () => void
  readonly onDrop: (clientId: string) => void
  readonly handle: Ref<PageHandle>
  /** The message to bring into sight. */
  readonly sought: number | null
  readonly onSought: () => void
  /** The divider that a link was followed from: there is a way back to it. */
  readonly origin: string | null
  readonly onOrigin: (divider: string | null) => void
}

type Item =
  | Row
  | { readonly type: 'outgoing'; readonly key: string; readonly message: OutgoingMessage }
  | { readonly type: 'answer'; readonly key: string; readonly answer: StreamingAnswer }

/** The conversation from top to bottom. Only what is near the eye is drawn; the end stays in sight while it grows. */
export function Page(props: Props): ReactNode {
  const { screen, rows, cards, dividers, onOlder, onDrop, handle, sought, onSought, origin, onOrigin } = props
  const [away, setAway] = useState(false)
  const list = useRef<VirtualizerHandle>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  const top = useRef(0)
  const { outgoing, answer, more } = screen
  const items = useMemo(() => itemsOf(rows, outgoing, answer), [rows, outgoing, answer])
  const newest = rows.findLast(row => row.type === 'card')
  const shift = usePrepended(rows)
  // A divider that is left by one of its links is found again as it was: open.
  const kept = useMemo(() => items.flatMap(({ key }, at) => (key === origin ? [at] : [])), [items, origin])

  const { seek, seeking } = useSeek({ list, scroller, items })
  const toEnd = useCallback(() => {
    const element = scroller.current
    if (element === null) return
    element.scrollTop = element.scrollHeight
    top.current = element.scrollTop
  }, [])
  const follow = useCallback(() => {
    if (atEnd.current && seeking.current === null) toEnd()
  }, [seeking, toEnd])
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is new at the end is brought into sight.
  useLayoutEffect(follow, [items, follow])
  useImperativeHandle(handle, () => ({ toEnd }), [toEnd])
  useEffect(() => {
    if (sought === null) return
    const row = rows[findRowIndex(rows, sought)]
    atEnd.current = false
    if (row !== undefined) seek(row.key, 'center', flash)
    onSought()
  }, [sought, onSought, rows, seek])

  const scrolled = () => {
    const element = scroller.current
    if (element === null) return
    const left = element.scrollHeight - element.scrollTop - element.clientHeight
    // What grows or shrinks by itself scrolls too; only who goes up leaves the end.
    if (left < 48) atEnd.current = true
    else if (element.scrollTop < top.current) atEnd.current = false
    top.current = element.scrollTop
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
    <div className="pages" ref={scroller} onScroll={scrolled} onKeyDown={event => walkCards(event, items, seek)}>
      <div className="pages-space" />
      <Virtualizer
        ref={list}
        scrollRef={scroller}
        as={Sheets}
        shift={shift}
        onResize={follow}
        data={items}
        bufferSize={600}
        keepMounted={kept}
      >
        {item => (
          <div key={item.key} className="sheet" data-key={item.key}>
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
              onClick={() =>
                seek(origin, 'center', row => {
                  focusRow(row, { preventScroll: true })
                  onOrigin(null)
                })
              }
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

function itemsOf(
  rows: readonly Row[],
  outgoing: readonly OutgoingMessage[],
  answer: StreamingAnswer | null,
): readonly Item[] {
  // What waits for the answer to end stands below it; what is on its way above.
  const on = (state: OutgoingMessage['state']) =>
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

/** The list's own container takes no clicks while the page scrolls and shortly after; a person's click always counts. */
const Sheets = ({ style, ...rest }: CustomContainerComponentProps): ReactNode => (
  <div {...rest} style={{ ...style, pointerEvents: undefined }} />
)

function flash(row: HTMLElement): void {
  const card = focusRow(row, { preventScroll: true })
  card?.classList.add('flash')
  setTimeout(() => card?.classList.remove('flash'), 1000)
}
