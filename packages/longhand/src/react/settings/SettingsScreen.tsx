import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { Settings } from '../../client/api/contract.ts'
import { Icon, type IconName } from '../controls/Icon.tsx'
import { Logo } from '../controls/Logo.tsx'
import { PathLink } from '../controls/PathLink.tsx'
import { useLoaded } from '../hooks/use-loaded.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import * as everywhere from '../words/everywhere.ts'
import * as words from '../words/settings.ts'
import { AboutSection } from './AboutSection.tsx'
import { AppearanceSection } from './AppearanceSection.tsx'
import { ModelsSection } from './ModelsSection.tsx'
import './SettingsScreen.css'

/** A part of the settings screen. */
export type SettingsSection =
  | 'models'
  | 'connect'
  | 'condensing'
  | 'keep'
  | 'checkpoints'
  | 'memories'
  | 'clients'
  | 'appearance'
  | 'data'
  | 'about'

const sections: readonly (readonly [SettingsSection, string, IconName])[] = [
  ['models', words.modelsAndKeys, 'key'],
  ['condensing', words.condensing, 'fold'],
  ['keep', words.keepAndProtect, 'lock'],
  ['checkpoints', everywhere.checkpoints, 'flag'],
  ['memories', words.memories, 'search'],
  ['clients', words.otherPrograms, 'right'],
  ['appearance', words.appearance, 'sun'],
  ['data', words.storageTitle, 'book'],
  ['about', words.about, 'receipt'],
]

// Read seldom, so that the first screen does not wait for them.
const CheckpointsSection = lazy(() =>
  import('./CheckpointsSection.tsx').then(({ CheckpointsSection }) => ({ default: CheckpointsSection })),
)
const CondensingSection = lazy(() =>
  import('./CondensingSection.tsx').then(({ CondensingSection }) => ({ default: CondensingSection })),
)
const KeepSection = lazy(() => import('./KeepSection.tsx').then(({ KeepSection }) => ({ default: KeepSection })))
const ClientsSection = lazy(() =>
  import('./ClientsSection.tsx').then(({ ClientsSection }) => ({ default: ClientsSection })),
)
const MemoriesSection = lazy(() =>
  import('./MemoriesSection.tsx').then(({ MemoriesSection }) => ({ default: MemoriesSection })),
)
const StorageSection = lazy(() =>
  import('./StorageSection.tsx').then(({ StorageSection }) => ({ default: StorageSection })),
)
const ConnectSection = lazy(() =>
  import('../connect/ConnectSection.tsx').then(({ ConnectSection }) => ({ default: ConnectSection })),
)

type Props = {
  readonly section: SettingsSection
  /** The path that closing leads to; the start screen unless told. */
  readonly closeTo?: string
}

/** The settings of all conversations. Each change is saved at once. */
export function SettingsScreen({ section, closeTo = '/' }: Props): ReactNode {
  const { api, signOut } = useLonghand()
  const [loaded, reload] = useLoaded(api.settings)
  const [error, setError] = useState<string | null>(null)
  const change = (next: Partial<Settings>) =>
    api.changeSettings(next).then(
      () => {
        setError(null)
        reload()
      },
      error => setError(error.message),
    )
  const list = useRef<HTMLDivElement>(null)
  const listed = section === 'connect' ? 'models' : section
  // On a phone the sections are a row that may be wider than the screen.
  useEffect(() => {
    list.current?.querySelector(`[href$="/${listed}"]`)?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [listed])
  const settings = loaded.state === 'ready' ? loaded.value : null
  return (
    <div className="settings">
      <nav className="side" aria-label={everywhere.settings}>
        <div className="side-top">
          <Logo height={19} />
          <PathLink to={closeTo} className="icon-btn">
            <Icon name="close" />
            <span className="visually-hidden">{words.closeSettings}</span>
          </PathLink>
        </div>
        <div ref={list} className="side-list">
          {sections.map(([id, name, icon]) => (
            <PathLink key={id} to={`/settings/${id}`} className="settings-link" current={id === listed}>
              <Icon name={icon} /> {name}
            </PathLink>
          ))}
          {signOut !== null && (
            <button
              type="button"
              className="settings-link"
              onClick={() => signOut().catch(error => setError(error.message))}
            >
              <Icon name="leave" /> {words.signOut}
            </button>
          )}
        </div>
        {settings && <p className="side-foot settings-file">{settings.file ?? words.noConfigurationFile}</p>}
      </nav>
      <main className="settings-main">
        <div className="settings-sheet">
          {error !== null && (
            <p className="settings-trouble" role="alert">
              {error}
            </p>
          )}
          {loaded.state === 'failed' && <p role="alert">{loaded.sentence}</p>}
          <Suspense fallback={null}>
            {section === 'connect' && <ConnectSection />}
            {section === 'memories' && <MemoriesSection />}
            {section === 'clients' && <ClientsSection />}
            {section === 'data' && <StorageSection />}
            {settings && section === 'keep' && <KeepSection settings={settings} onChange={change} />}
            {settings && section === 'checkpoints' && <CheckpointsSection settings={settings} onChange={change} />}
            {settings && section === 'condensing' && <CondensingSection settings={settings} onChange={change} />}
          </Suspense>
          {section === 'appearance' && <AppearanceSection />}
          {section === 'about' && <AboutSection />}
          {settings && section === 'models' && <ModelsSection settings={settings} onChange={change} />}
        </div>
      </main>
    </div>
  )
}
