import { type ReactNode, useDeferredValue, useState } from 'react'
import { Dialog } from '../controls/Dialog.tsx'
import { Icon } from '../controls/Icon.tsx'
import { SearchHits } from './SearchHits.tsx'

/** Searches all conversations, folded messages too. */
export function SearchDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [query, setQuery] = useState('')
  return (
    <Dialog title="Search every word" onClose={onClose}>
      <search className="find">
        <Icon name="search" small />
        <input
          type="search"
          aria-label="Search"
          value={query}
          onChange={event => setQuery(event.target.value)}
          // The browser's own Esc only empties the field.
          onKeyDown={event => event.key === 'Escape' && onClose()}
        />
      </search>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a choice closes the dialog. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click. */}
      <div onClick={onClose}>
        <SearchHits query={useDeferredValue(query.trim())} />
      </div>
    </Dialog>
  )
}
