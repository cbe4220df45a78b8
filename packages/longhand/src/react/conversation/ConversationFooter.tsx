import { type ReactNode, useMemo } from 'react'
import { currentStatusLine } from '../../client/screen/current-status-line.ts'
import { type StatusLineAction, statusLines } from '../../client/screen/status-line.ts'
import { texts } from '../../client/text/texts.ts'
import { textOf } from '../../core/message.ts'
import { Composer } from '../composer/Composer.tsx'
import { ModelPicker } from '../composer/ModelPicker.tsx'
import { StatusBar } from '../composer/StatusBar.tsx'
import { Icon } from '../controls/Icon.tsx'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import { type CommandTargets, runCommand } from './run-command.ts'
import type { ConversationUI, ReplyTarget } from './use-conversation-ui.ts'

/** Below the messages: the status line, if there is one, and the composer. */
export function ConversationFooter({ ui }: { readonly ui: ConversationUI }): ReactNode {
  const { screen, sync, actions, models, text, setText, replyTarget, setReplyTarget, dispatch, composer, list } = ui
  const { conversation } = screen
  const statusLine = currentStatusLine(screen)
  const targets = useCommandTargets(ui)
  const history = useMemo(() => sentMessages(screen.entries), [screen.entries])
  const offline = models.find(({ id }) => id === conversation?.model)?.offline ?? false
  const clear = () => {
    setText('')
    setReplyTarget(null)
  }
  return (
    <div className="dock">
      <div className="dock-sheet">
        {statusLine && (
          <StatusBar
            statusLine={statusLine}
            onAction={type => statusActions[type](ui, targets)}
            onClose={statusLine === screen.statusLine ? () => dispatch({ type: 'status-line-closed' }) : undefined}
          />
        )}
        {/* The draft and its files stay while the model's view is open. */}
        <div hidden={ui.view === 'model'}>
          <Composer
            text={text}
            onText={setText}
            onSend={(words, { protect, files }) => {
              clear()
              list.current?.toEnd()
              const more = {
                ...(replyTarget && { after: replyTarget.after }),
                ...(protect && { protect }),
                ...(files.length > 0 && { files }),
              }
              void sync.send(words, more)
            }}
            onCommand={line => {
              if (runCommand(line, actions, targets)) clear()
            }}
            onStop={() => void sync.stop()}
            answering={screen.answer !== null}
            history={history}
            picker={
              conversation && (
                <ModelPicker
                  models={models}
                  model={conversation.model}
                  used={conversation.status.used}
                  onChoose={model => void actions.changeModel(model)}
                />
              )
            }
            under={[saveState(screen.outgoing, text), footerHint(conversation, offline)]}
            replyTarget={
              replyTarget && <ReplyTargetLine replyTarget={replyTarget} onClear={() => setReplyTarget(null)} />
            }
            field={composer}
          />
        </div>
      </div>
    </div>
  )
}

/** What each action of a status line does. */
const statusActions: Readonly<Record<StatusLineAction['type'], (ui: ConversationUI, targets: CommandTargets) => void>> =
  {
    undo: ({ actions }) => void actions.undo(),
    redo: ({ actions }) => void actions.redo(),
    look: ({ setView }) => setView('model'),
    retry: ({ sync }) => void sync.retry(),
    continue: ({ sync }) => void sync.continue(),
    stop: ({ sync }) => void sync.stop(),
    cancel: ({ sync }) => void sync.stop(),
    compact: ({ actions }) => void actions.compact({ force: true }),
    preview: (_, targets) => targets.preview(null),
    refuse: ({ actions }) => void actions.dismissDraft(),
    refresh: ({ sync }) => void sync.refresh(),
    branches: ({ setDialog }) => setDialog({ type: 'branches' }),
    // Every restore saves a checkpoint of the place it left.
    return: ({ actions, checkpoints }) => {
      const left = checkpoints.find(({ kind }) => kind === 'before-restore')
      if (left !== undefined) void actions.restore(left)
    },
    settings: (_, targets) => targets.openSettings(),
    'send-again': ({ sync }) => void sync.setConnection('offline').then(() => sync.setConnection('online')),
  }

function useCommandTargets(ui: ConversationUI): CommandTargets {
  const { api, navigate } = useLonghand()
  const { setDrawer, setView, setDialog, sync, checkpoints } = ui
  const showStatus = sync.showStatus.bind(sync)
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
        showStatus(statusLines.commandError(`There is no checkpoint ${id}. /checkpoints lists them.`))
      else setDialog({ type: 'restore', checkpoint })
    },
    openStart: () => navigate('/'),
    openSettings: () => navigate('/settings'),
    startConversation: () => void api.create().then(({ id }) => navigate(`/c/${id}`)),
    showStatus,
  }
}

function ReplyTargetLine({
  replyTarget,
  onClear,
}: {
  readonly replyTarget: ReplyTarget
  readonly onClear: () => void
}): ReactNode {
  return (
    <div className="reply-target">
      <Icon name="fork" small />
      <span className="grow">
        {replyTarget.kind === 'fork'
          ? `After ¶ ${replyTarget.number}, in a branch of its own.`
          : `¶ ${replyTarget.number} anew; the old one stays as a branch.`}
      </span>
      <button type="button" className="icon-btn" aria-label="Write at the end instead" onClick={onClear}>
        <Icon name="close" small />
      </button>
    </div>
  )
}

const footerHint = (conversation: ConversationUI['screen']['conversation'], offline: boolean): string =>
  conversation?.compacting
    ? texts.sendMeanwhile
    : offline
      ? `Offline model. ${texts.offlineModelHint}`
      : texts.keepsEverything

function saveState(outgoing: ConversationUI['screen']['outgoing'], text: string): string {
  if (outgoing.some(({ state }) => state === 'sending')) return 'Sending'
  if (outgoing.length > 0) return 'Kept in this browser'
  return text === '' ? 'Saved · on this machine' : 'Draft kept'
}

/** What the person wrote, newest first. */
const sentMessages = (entries: ConversationUI['screen']['entries']): readonly string[] =>
  entries
    .flatMap(entry => (entry.type === 'message' && entry.message.role === 'user' ? [textOf(entry.message)] : []))
    .toReversed()
