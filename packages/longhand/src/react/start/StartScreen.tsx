import { type ReactNode, useCallback, useDeferredValue, useRef, useState } from 'react'
import type { ConversationRow } from '../../client/api/contract.ts'
import { maxNameLength } from '../../client/api/max-name-length.ts'
import { texts } from '../../client/text/texts.ts'
import { Button } from '../controls/Button.tsx'
import { Icon } from '../controls/Icon.tsx'
import { Logo } from '../controls/Logo.tsx'
import { PathLink } from '../controls/PathLink.tsx'
import { browserRuns, deadRuns } from '../conversation/own-runs.ts'
import { modKey } from '../hooks/mod-key.ts'
import { searchKeys } from '../hooks/move-focus.ts'
import { type Loaded, useLoaded } from '../hooks/use-loaded.ts'
import { useShortcuts } from '../hooks/use-shortcuts.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import { SearchHits } from '../search/SearchHits.tsx'
import { DeletedNotice } from '../sidebar/DeletedNotice.tsx'
import { useConversationList } from '../sidebar/use-conversation-list.ts'
import * as everywhere from '../words/everywhere.ts'
import * as words from '../words/start.ts'
import { ConversationList } from './ConversationList.tsx'
import { type ListedProject, ProjectPicker } from './ProjectPicker.tsx'
import { RecoveryPrompt } from './RecoveryPrompt.tsx'
import { StartComposer } from './StartComposer.tsx'
import { StartNotes } from './StartNotes.tsx'
import { ThemeButton } from './ThemeButton.tsx'
import './StartScreen.css'

/** The start screen: recovery first, then all conversations, newest first. */
export function StartScreen(): ReactNode {
  const { api } = useLonghand()
  const [query, setQuery] = useState('')
  const [project, setProject] = useState<ListedProject>('')
  const search = useDeferredValue(query.trim())
  const { list, reload, showOlder } = useConversationList(search, project)
  const findDead = useCallback(async () => deadRuns(await api.recovery(), browserRuns()), [api])
  const [recovery] = useLoaded(findDead)
  // Everything appears at once, so that nothing moves while people click.
  const settled = list.state !== 'loading' && recovery.state !== 'loading'
  const field = useRef<HTMLInputElement>(null)
  useShortcuts({ 'mod+k': () => field.current?.focus() })
  const composer = useRef<HTMLTextAreaElement>(null)
  const newest = useRef<ConversationRow>(undefined)
  // A search does not change which conversation is the latest.
  if (search === '' && list.state === 'ready')
    newest.current = list.value.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))[0]
  const latest = newest.current
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens for the field and the links inside it.
    <div className="start" onKeyDown={event => searchKeys(event, '.conversations a, .hits a')}>
      <main className="start-sheet">
        <div className="start-top">
          <Logo height={25} />
          <span>
            <ThemeButton />
            <PathLink to="/settings" className="icon-btn">
              <Icon name="sliders" />
              <span className="visually-hidden">{everywhere.settings}</span>
            </PathLink>
          </span>
        </div>
        <RecoveryPrompt found={settled && recovery.state === 'ready' ? recovery.value : []} />
        <div className="start-lead">
          <div>
            <h1>{everywhere.conversations}</h1>
            <p>{texts.motto}</p>
          </div>
          <span className="start-actions">
            {latest && (
              <>
                <PathLink to={`/c/${latest.id}?checkpoints`} className="btn">
                  <Icon name="flag" small /> {words.browseCheckpoints}
                </PathLink>
                <PathLink to={`/c/${latest.id}`} className="btn">
                  <Icon name="play" small /> {words.resumeLatest}
                </PathLink>
              </>
            )}
            <Button
              className="primary"
              icon="plus"
              label={everywhere.newConversation}
              onClick={() => composer.current?.focus()}
            />
          </span>
        </div>
        {settled && (
          <StartComposer field={composer} conversation={project === '' || project === 'none' ? {} : { project }} />
        )}
        <div className="start-find">
          <search className="find">
            <Icon name="search" />
            <input
              ref={field}
              type="search"
              placeholder={words.searchHint}
              aria-label={everywhere.search}
              maxLength={maxNameLength}
              value={query}
              onChange={event => setQuery(event.target.value)}
            />
            <kbd>{modKey} K</kbd>
          </search>
          <ProjectPicker chosen={project} onChoose={setProject} />
        </div>
        <Conversations
          list={settled ? list : { state: 'loading' }}
          search={search}
          onRetry={reload}
          showOlder={showOlder}
        />
        <DeletedNotice onChange={reload} />
        {search !== '' && <SearchHits query={search} />}
        {settled && <StartNotes />}
      </main>
    </div>
  )
}

type ListProps = {
  readonly list: Loaded<readonly ConversationRow[]>
  readonly search: string
  readonly onRetry: () => void
  readonly showOlder: (() => void) | null
}

function Conversations({ list, search, onRetry, showOlder }: ListProps): ReactNode {
  if (list.state === 'loading') {
    return (
      <div className="loading" aria-busy="true">
        {Array.from('123456', row => (
          <span key={row} />
        ))}
      </div>
    )
  }
  if (list.state === 'failed') {
    return (
      <div className="empty" role="alert">
        <h2>{words.couldNotLoad}</h2>
        <p>{list.sentence}</p>
        <Button label={words.tryNow} onClick={onRetry} />
      </div>
    )
  }
  if (list.value.length > 0) return <ConversationList rows={list.value} reload={onRetry} showOlder={showOlder} />
  return search === '' ? (
    <div className="empty">
      <h2>{texts.noConversations}</h2>
      <p>{words.noConversationsHint}</p>
    </div>
  ) : null
}
