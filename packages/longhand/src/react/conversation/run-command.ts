import { statusLines } from '../../client/screen/status-line.ts'
import { noCheckpointCalled } from '../../client/text/texts.ts'
import { type Command, parseCommand } from '../../core/command.ts'
import type { LonghandContext } from '../provider/LonghandProvider.tsx'
import * as words from '../words/conversation.ts'
import type { ConversationUI } from './use-conversation-ui.ts'

/** Runs a slash command. False when it is not valid: the text stays in the composer. */
export function runCommand(line: string, ui: ConversationUI, context: LonghandContext): boolean {
  const command = parseCommand(line)
  if (command !== null && command.type !== 'mistake') {
    run(command, ui, context)
    return true
  }
  const sentence = command?.sentence ?? words.notACommand
  ui.sync.showStatus(statusLines.commandError(sentence))
  return false
}

/** Runs it; the caller waits for nothing. */
function run(command: Exclude<Command, { type: 'mistake' }>, ui: ConversationUI, context: LonghandContext): unknown {
  const { actions, setDialog, setDrawer, setView } = ui
  const { navigate } = context
  switch (command.type) {
    case 'compact': {
      const instructions = command.instructions === null ? {} : { instructions: command.instructions }
      const [force, fast] = [command.flags.includes('force'), command.flags.includes('fast')]
      if (!command.flags.includes('preview')) return actions.compact({ force, fast, ...instructions })
      return setDialog({ type: 'preview', request: { force: true, ...instructions } })
    }
    case 'save-progress':
      return actions.saveCheckpoint(command.label ?? undefined)
    case 'restore':
      return restore(command.id, ui)
    case 'protect':
    case 'unprotect':
      return actions.protect(command.number, command.type === 'protect' ? 'protect' : 'release')
    case 'trim':
      return actions.trim(command.number)
    case 'model':
      return actions.changeModel(command.name)
    case 'export':
      return actions.export(command.format)
    case 'undo':
      return actions.undo()
    case 'redo':
      return actions.redo()
    case 'fork':
      return actions.fork()
    case 'checkpoints':
      return setDrawer('checkpoints')
    case 'context':
      return document.querySelector<HTMLElement>('.window-bar > button')?.focus()
    case 'summary':
      return setView('model')
    case 'help':
      return setDialog({ type: 'help' })
    case 'resume':
    case 'new':
      return navigate('/')
  }
}

function restore(id: string, { checkpoints, setDialog, sync }: ConversationUI): void {
  const checkpoint = checkpoints.find(row => row.id === id)
  if (checkpoint !== undefined) setDialog({ type: 'restore', checkpoint })
  else sync.showStatus(statusLines.commandError(noCheckpointCalled(id)))
}
