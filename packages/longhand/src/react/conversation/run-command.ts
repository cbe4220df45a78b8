import { type StatusLine, statusLines } from '../../client/screen/status-line.ts'
import { parseCommand } from '../../core/command.ts'
import type { ConversationActions } from './conversation-actions.ts'

/** The screens, drawers and dialogs that commands open. */
export type CommandTargets = {
  readonly showCheckpoints: () => void
  readonly showContext: () => void
  readonly showModelView: () => void
  readonly showHelp: () => void
  readonly preview: (instructions: string | null) => void
  readonly restore: (checkpoint: string) => void
  readonly openStart: () => void
  readonly openSettings: () => void
  readonly startConversation: () => void
  readonly showStatus: (statusLine: StatusLine) => void
}

/** Runs a slash command. False when it is not valid: the text stays in the composer. */
export function runCommand(line: string, actions: ConversationActions, targets: CommandTargets): boolean {
  const command = parseCommand(line)
  if (command === null || command.type === 'mistake') {
    targets.showStatus(
      statusLines.commandError(command?.sentence ?? 'A command starts with a slash and a word. /help lists them.'),
    )
    return false
  }
  switch (command.type) {
    case 'compact': {
      const [force, fast] = [command.flags.includes('force'), command.flags.includes('fast')]
      const instructions = command.instructions === null ? {} : { instructions: command.instructions }
      if (command.flags.includes('preview')) targets.preview(command.instructions)
      else void actions.compact({ force, fast, ...instructions })
      break
    }
    case 'save-progress':
      void actions.saveCheckpoint(command.label ?? undefined)
      break
    case 'restore':
      targets.restore(command.id)
      break
    case 'protect':
    case 'unprotect':
      void actions.protect(command.number, command.type === 'protect' ? 'protect' : 'release')
      break
    case 'model':
      void actions.changeModel(command.name)
      break
    case 'export':
      actions.export(command.format)
      break
    case 'undo':
      void actions.undo()
      break
    case 'redo':
      void actions.redo()
      break
    case 'checkpoints':
      targets.showCheckpoints()
      break
    case 'context':
      targets.showContext()
      break
    case 'summary':
      targets.showModelView()
      break
    case 'help':
      targets.showHelp()
      break
    case 'resume':
      targets.openStart()
      break
    case 'new':
      targets.startConversation()
      break
    case 'fork':
      void actions.fork()
      break
  }
  return true
}
