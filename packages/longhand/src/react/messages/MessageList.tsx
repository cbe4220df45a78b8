import {
  type ReactNode,
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
import { isUnanswered } from '../../client/screen/is-unanswered.ts'
import { type Card, findRowIndex, type Row } from '../../client/screen/rows.ts'
import type { OutgoingMessage } from '../../client/screen/screen.ts'
import { CompactionDivider } from '../compaction/CompactionDivider.tsx'
import { useDividerActions } from '../compaction/use-divider-actions.ts'
import { Button } from '../controls/Button.tsx'
import type { ConversationUI } from '../conversation/use-conversation-ui.ts'
import * as words from '../words/messages.ts'
import { AnswerCard } from './AnswerCard.tsx'
import { focusRow, handleCardKey } from './card-keys.ts'
import { MessageCard } from './MessageCard.tsx'
import { OutgoingCard } from './OutgoingCard.tsx'
import { useCardActions } from './use-card-actions.ts'
import { useScrollToRow } from './use-scroll-to-row.ts'
import './MessageList.css'

type Item =
  | Row
  | { readonly type: 'outgoing'; readonly key: string; readonly message: OutgoingMessage }
  | { readonly type: 'answer'; readonly key: string; readonly answer: StreamingAnswer; readonly continued: Card | null }

/** The messages from top to bottom. Only rows near the viewport are rendered; the end stays in view while it grows. */
export function MessageList({ ui }: { readonly ui: ConversationUI }): ReactNode {
  const { screen, rows, sync, scrollTarget, setScrollTarget, returnDivider, setReturnDivider } = ui
  const cards = useCardActions(ui)
  const dividers = useDividerActions(ui)
  const loadOlder = useSingleFlight(useCallback(() => sync.readOlder(), [sync]))
  const [isFarFromEnd, setFarFromEnd] = useState(false)
  const list = useRef<VirtualizerHandle>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  const top = useRef(0)
  const { outgoing, answer, more } = screen
  const items = useMemo(() => buildItems(rows, outgoing, answer), [rows, outgoing, answer])
  const newest = rows.findLast(row => row.type === 'card')
  const unanswered = isUnanswered(screen) ? newest : null
  const shift = useWasPrepended(rows)
  // The divider that a link was followed from stays mounted, so that it stays open.
  const keptMounted = useMemo(
    () => items.flatMap(({ key }, at) => (key === returnDivider ? [at] : [])),
    [items, returnDivider],
  )

  const { scrollToRow, scrolling } = useScrollToRow({ list, scroller, items })
  const toEnd = useCallback(() => {
    const element = scroller.current
    if (element === null) return
    element.scrollTop = element.scrollHeight
    top.current = element.scrollTop
  }, [])
  const stickToEnd = useCallback(() => {
    if (atEnd.current && scrolling.current === null) toEnd()
  }, [scrolling, toEnd])
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows at the end are scrolled into view.
  useLayoutEffect(stickToEnd, [items, stickToEnd])
  const toRow = useCallback(
    (key: string) => {
      atEnd.current = false
      scrollToRow(key, 'center', row => focusRow(row, { preventScroll: true }))
    },
    [scrollToRow],
  )
  useImperativeHandle(ui.list, () => ({ toEnd, toRow }), [toEnd, toRow])
  useEffect(() => {
    if (scrollTarget === null) return
    const row = rows[findRowIndex(rows, scrollTarget)]
    atEnd.current = false
    if (row !== undefined) scrollToRow(row.key, 'center', flash)
    setScrollTarget(null)
  }, [scrollTarget, setScrollTarget, rows, scrollToRow])

  const handleScroll = () => {
    const element = scroller.current
    if (element === null) return
    const left = element.scrollHeight - element.scrollTop - element.clientHeight
    // Growing content scrolls too; only scrolling up leaves the end. Shrinking content does as well, and leaves it as it was.
    if (left < 48) atEnd.current ||= element.scrollTop >= top.current
    else if (element.scrollTop < top.current) atEnd.current = false
    top.current = element.scrollTop
    setFarFromEnd(element.scrollHeight - element.scrollTop > element.clientHeight * 3)
    if (more && element.scrollTop < 800) loadOlder()
  }
  /** What someone opens grows downwards; it would be pushed out of sight if the end stayed in view. */
  const leaveEndIfOpening = ({ target }: { readonly target: EventTarget }) => {
    if (target instanceof Element && target.closest('[aria-expanded="false"], details:not([open]) > summary'))
      atEnd.current = false
  }
  useEffect(() => {
    // A page that does not fill the screen never scrolls, so more is loaded here.
    const element = scroller.current
    if (more && element !== null && element.scrollHeight <= element.clientHeight) loadOlder()
  }, [more, loadOlder])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows move between the articles inside.
    <div
      className="pages"
      ref={scroller}
      onScroll={handleScroll}
      onClick={leaveEndIfOpening}
      onKeyDown={event => handleCardKey(event, items, scrollToRow)}
    >
      <div className="pages-space" />
      <Virtualizer
        ref={list}
        scrollRef={scroller}
        as={ListContainer}
        shift={shift}
        onResize={stickToEnd}
        data={items}
        bufferSize={600}
        keepMounted={keptMounted}
      >
        {item => (
          <div key={item.key} className="sheet" data-key={item.key}>
            {item.type === 'card' ? (
              <MessageCard
                card={item}
                actions={cards}
                newest={item === newest && answer === null}
                unanswered={item === unanswered}
              />
            ) : item.type === 'divider' ? (
              <CompactionDivider divider={item} actions={dividers} />
            ) : item.type === 'outgoing' ? (
              <OutgoingCard message={item.message} onDrop={clientId => sync.discard(clientId)} />
            ) : (
              <AnswerCard
                answer={item.answer}
                continued={item.continued}
                model={screen.conversation?.model ?? ''}
                number={nextNumber(newest)}
              />
            )}
          </div>
        )}
      </Virtualizer>
      {(returnDivider !== null || isFarFromEnd) && (
        <div className="pages-ways">
          {returnDivider !== null && (
            <Button
              className="small"
              icon="back"
              label={words.backToDivider}
              onClick={() =>
                scrollToRow(returnDivider, 'center', row => {
                  focusRow(row, { preventScroll: true })
                  setReturnDivider(null)
                })
              }
            />
          )}
          {isFarFromEnd && <Button className="small" icon="down" label={words.newest} onClick={toEnd} />}
        </div>
      )}
    </div>
  )
}

function buildItems(
  rows: readonly Row[],
  outgoing: readonly OutgoingMessage[],
  answer: StreamingAnswer | null,
): readonly Item[] {
  // Queued messages are below the answer, those being sent above it.
  const inState = (state: OutgoingMessage['state']) =>
    outgoing
      .filter(message => message.state === state)
      .map(message => ({ type: 'outgoing' as const, key: message.clientId, message }))
  const continued = continuedCard(rows, answer)
  return [
    ...(continued === null ? rows : rows.filter(row => row !== continued)),
    ...inState('sending'),
    ...(answer === null
      ? []
      : [{ type: 'answer' as const, key: continued === null ? 'answer' : continued.key, answer, continued }]),
    ...inState('queued'),
  ]
}

/** The answer that is gone on with: what is written is shown in its place. Once a step of it is stored, it is part of it. */
function continuedCard(rows: readonly Row[], answer: StreamingAnswer | null): Card | null {
  const last = rows.findLast(row => row.type === 'card')
  const isContinued = answer !== null && answer.continues !== null && last?.entries.at(-1)?.id === answer.continues
  return isContinued ? last : null
}

/** Work that is not started again while it runs. */
function useSingleFlight(work: () => Promise<void>): () => void {
  const running = useRef(false)
  return useCallback(() => {
    if (running.current) return
    running.current = true
    work()
      .catch(() => {})
      .finally(() => {
        running.current = false
      })
  }, [work])
}

/** Whether rows were added at the top: then the scroll position is kept from the end. */
function useWasPrepended(rows: readonly Row[]): boolean {
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

/** virtua disables clicks while scrolling; here they always count. */
const ListContainer = ({ style, ...rest }: CustomContainerComponentProps): ReactNode => (
  <div {...rest} style={{ ...style, pointerEvents: undefined }} />
)

function flash(row: HTMLElement): void {
  const card = focusRow(row, { preventScroll: true })
  card?.classList.add('flash')
  setTimeout(() => card?.classList.remove('flash'), 1000)
}
