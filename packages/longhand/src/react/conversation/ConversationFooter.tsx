import { type ReactNode, useMemo } from 'react'
import { currentStatusLine } from '../../client/screen/current-status-line.ts'
import { type StatusLineAction, statusLines } from '../../client/screen/status-line.ts'
import { texts } from '../../client/text/texts.ts'
import { textOf } from '../../core/message.ts'
import { Composer } from '../composer/Composer.tsx'
import { ModelPicker } from '../composer/ModelPicker.tsx'
import { StripLine } from '../composer/StatusBar.tsx'
import { Icon } from '../controls/Icon.tsx'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import { type Rooms, runCommand } from './run-command.ts'
import type { Aim, Room } from './use-conversation-ui.ts'

/** What stands below the page: the strip, if something is to be said, and the composer. */
export function Dock({ room }: { readonly room: Room }): ReactNode {
  const { screen, following, desk, models, text, setText, aim, setAim, dispatch, field, page } = room
  const { conversation } = screen
  const strip = currentStatusLine(screen)
  const rooms = useRooms(room)
  const history = useMemo(() => sentBefore(screen.entries), [screen.entries])
  const offline = models.find(({ id }) => id === conversation?.model)?.offline ?? false
  const clear = () => {
    setText('')
    setAim(null)
  }
  return (
    <div className="dock">
      <div className="dock-sheet">
        {strip && (
          <StripLine
            strip={strip}
            onAct={act => stripActs[act](room, rooms)}
            onClose={strip === screen.statusLine ? () => dispatch({ type: 'strip-closed' }) : undefined}
          />
        )}
        {/* The draft and its files stay while one looks at the model's side. */}
        <div hidden={room.view === 'model'}>
          <Composer
            text={text}
            onText={setText}
            onSend={(words, { protect, files }) => {
              clear()
              page.current?.toEnd()
              const more = {
                ...(aim && { after: aim.after }),
                ...(protect && { protect }),
                ...(files.length > 0 && { files }),
              }
              void following.send(words, more)
            }}
            onCommand={line => {
              if (runCommand(line, desk, rooms)) clear()
            }}
            onStop={() => void following.stop()}
            answering={screen.answer !== null}
            history={history}
            picker={
              conversation && (
                <ModelPicker
                  models={models}
                  model={conversation.model}
                  used={conversation.status.used}
                  onChoose={model => void desk.takeModel(model)}
                />
              )
            }
            under={[under(screen.outgoing, text), aside(conversation, offline)]}
            aim={aim && <AimLine aim={aim} onClear={() => setAim(null)} />}
            field={field}
          />
        </div>
      </div>
    </div>
  )
}

/** How each offer of a strip is carried out. */
const stripActs: Readonly<Record<StatusLineAction['type'], (room: Room, rooms: Rooms) => void>> = {
  undo: ({ desk }) => void desk.undo(),
  redo: ({ desk }) => void desk.redo(),
  look: ({ setView }) => setView('model'),
  retry: ({ following }) => void following.retry(),
  continue: ({ following }) => void following.continue(),
  stop: ({ following }) => void following.stop(),
  cancel: ({ following }) => void following.stop(),
  compact: ({ desk }) => void desk.compact({ force: true }),
  preview: (_, rooms) => rooms.preview(null),
  refuse: ({ desk }) => void desk.refuse(),
  refresh: ({ following }) => void following.refresh(),
  branches: ({ setDialog }) => setDialog({ type: 'branches' }),
  // Every restore leaves a checkpoint of where one was.
  return: ({ desk, checkpoints }) => {
    const left = checkpoints.find(({ kind }) => kind === 'before-restore')
    if (left !== undefined) void desk.restore(left)
  },
  settings: (_, rooms) => rooms.settings(),
  'send-again': ({ following }) => void following.setConnection('down').then(() => following.setConnection('up')),
}

function useRooms(room: Room): Rooms {
  const { api, go } = useLonghand()
  const { setDrawer, setView, setDialog, following, checkpoints } = room
  const tell = following.showStatus.bind(following)
  return {
    showCheckpoints: () => setDrawer('checkpoints'),
    showContext: () => document.querySelector<HTMLElement>('.window-bar > button')?.focus(),
    showModelView: () => setView('model'),
    showHelp: () => setDialog({ type: 'help' }),
    preview: instructions =>
      setDialog({ type: 'preview', request: { force: true, ...(instructions && { instructions }) } }),
    restore: id => {
      const checkpoint = checkpoints.find(row => row.id === id)
      if (checkpoint === undefined)
        tell(statusLines.commandError(`There is no checkpoint ${id}. /checkpoints lists them.`))
      else setDialog({ type: 'restore', checkpoint })
    },
    start: () => go('/'),
    settings: () => go('/settings'),
    startNew: () => void api.create().then(({ id }) => go(`/c/${id}`)),
    tell,
  }
}

function AimLine({ aim, onClear }: { readonly aim: Aim; readonly onClear: () => void }): ReactNode {
  return (
    <div className="aim">
      <Icon name="fork" small />
      <span className="grow">
        {aim.kind === 'fork'
          ? `After ¶ ${aim.number}, in a branch of its own.`
          : `¶ ${aim.number} anew; the old one stays as a branch.`}
      </span>
      <button type="button" className="icon-btn" aria-label="Write at the end instead" onClick={onClear}>
        <Icon name="close" small />
      </button>
    </div>
  )
}

const aside = (conversation: Room['screen']['conversation'], offline: boolean): string =>
  conversation?.compacting
    ? texts.sendMeanwhile
    : offline
      ? `Offline model. ${texts.offlineModelHint}`
      : texts.keepsEverything

function under(outgoing: Room['screen']['outgoing'], text: string): string {
  if (outgoing.some(({ state }) => state === 'sending')) return 'Sending'
  if (outgoing.length > 0) return 'Kept in this browser'
  return text === '' ? 'Saved · on this machine' : 'Draft kept'
}

/** What the person wrote, newest first. */
const sentBefore = (entries: Room['screen']['entries']): readonly string[] =>
  entries
    .flatMap(entry => (entry.type === 'message' && entry.message.role === 'user' ? [textOf(entry.message)] : []))
    .toReversed()
