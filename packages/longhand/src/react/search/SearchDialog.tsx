import { type ReactNode, useDeferredValue, useState } from 'react'
import { maxNameLength } from '../../client/api/max-name-length.ts'
import { Dialog } from '../controls/Dialog.tsx'
import { Icon } from '../controls/Icon.tsx'
import { searchKeys } from '../hooks/move-focus.ts'
import * as everywhere from '../words/everywhere.ts'
import * as words from '../words/search.ts'
import { SearchHits } from './SearchHits.tsx'

type Props = {
  /** The number of the newest message, and how to go to one. */
  readonly newest: number
  readonly onGoTo: (number: number) => void
  readonly onClose: () => void
}

/** Searches all conversations, folded messages too. A number goes to that message of this one. */
export function SearchDialog({ newest, onGoTo, onClose }: Props): ReactNode {
  const [query, setQuery] = useState('')
  const number = messageNumber(query)
  return (
    <Dialog title={everywhere.searchEveryWord} onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it listens for the field and the links inside it. */}
      <div onKeyDown={event => searchKeys(event, '.hits :is(a, button)')}>
        <search className="find">
          <Icon name="search" small />
          <input
            type="search"
            aria-label={everywhere.search}
            placeholder={words.searchPlaceholder}
            maxLength={maxNameLength}
            value={query}
            onChange={event => setQuery(event.target.value)}
            // The browser's own Esc only empties the field.
            onKeyDown={event => event.key === 'Escape' && onClose()}
          />
        </search>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a choice closes the dialog. */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click. */}
        <div onClick={onClose}>
          {number !== null && number <= newest && (
            <ul className="hits" aria-label={everywhere.messages}>
              <li>
                <button type="button" className="link" onClick={() => onGoTo(number)}>
                  {words.goTo(number)}
                </button>
              </li>
            </ul>
          )}
          <SearchHits query={useDeferredValue(query.trim())} />
        </div>
      </div>
    </Dialog>
  )
}

/** ¶ 24, #24 or 24. */
function messageNumber(query: string): number | null {
  const digits = /^[¶#]?\s*([1-9]\d{0,8})$/.exec(query.trim())?.[1]
  return digits === undefined ? null : Number(digits)
}
