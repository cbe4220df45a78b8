import { type ReactNode, useCallback } from 'react'
import type { SearchHit } from '../../client/api/contract.ts'
import { formatWhen } from '../../client/text/format.ts'
import { toSingleLine } from '../../client/text/texts.ts'
import { PathLink } from '../controls/PathLink.tsx'
import { useLoaded } from '../hooks/use-loaded.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import * as words from '../words/search.ts'
import { splitAtWords } from './split-at-words.ts'

/** The matches of a search. */
export function SearchHits({ query }: { readonly query: string }): ReactNode {
  const { api } = useLonghand()
  const load = useCallback(async () => (query.length < 2 ? [] : api.search(query)), [api, query])
  const [hits] = useLoaded(load)
  if (query.length < 2) return null
  if (hits.state === 'failed') return <p>{words.searchIsNotAvailable}</p>
  if (hits.state === 'ready' && hits.value.length === 0) {
    return (
      <div className="empty">
        <h2>{words.nothingFound(query)}</h2>
      </div>
    )
  }
  return (
    <ul className="hits" aria-label={words.found}>
      {hits.state === 'ready' &&
        hits.value.map(hit => <Hit key={`${hit.conversation} ${hit.number}`} hit={hit} query={query} />)}
    </ul>
  )
}

function Hit({ hit, query }: { readonly hit: SearchHit; readonly query: string }): ReactNode {
  return (
    <li>
      <PathLink to={`/c/${hit.conversation}#m${hit.number}`}>
        <b>{hit.title}</b>
        <small>{formatWhen(hit.at, Date.now())}</small>
        <span>
          {marked(toSingleLine(hit.excerpt), query)} <span className="ref">¶ {hit.number}</span>
        </span>
      </PathLink>
    </li>
  )
}

/** The text with the matching words marked, ignoring case. */
const marked = (text: string, query: string): ReactNode =>
  splitAtWords(text, query).map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key.
    at % 2 === 1 ? <mark key={at}>{part}</mark> : part,
  )
