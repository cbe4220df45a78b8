import { type StatusLine, statusLines } from '../../client/screen/status-line.ts'
import { parseCommand } from '../../core/command.ts'
import type { Desk } from './conversation-actions.ts'

/** What commands need besides the desk: other screens, drawers and dialogs. */
export type Rooms = {
  readonly showCheckpoints: () => void
  readonly showContext: () => void
  readonly showModelView: () => void
  readonly showHelp: () => void
  readonly preview: (instructions: string | null) => void
  readonly restore: (checkpoint: string) => void
  readonly start: () => void
  readonly settings: () => void
  readonly startNew: () => void
  readonly tell: (strip: StatusLine) => void
}

/** Carries out a slash command. False when it was a mistake: the words stay in the composer. */
export function runCommand(line: string, desk: Desk, rooms: Rooms): boolean {
  const command = parseCommand(line)
  if (command === null || command.type === 'mistake') {
    rooms.tell(
      statusLines.commandError(command?.sentence ?? 'A command starts with a slash and a word. /help lists them.'),
    )
    return false
  }
  switch (command.type) {
    case 'compact': {
      const [force, fast] = [command.flags.includes('force'), command.flags.includes('fast')]
      const instructions = command.instructions === null ? {} : { instructions: command.instructions }
      if (command.flags.includes('preview')) rooms.preview(command.instructions)
      else void desk.compact({ force, fast, ...instructions })
      break
    }
    case 'save-progress':
      void desk.save(command.label ?? undefined)
      break
    case 'restore':
      rooms.restore(command.id)
      break
    case 'protect':
    case 'unprotect':
      void desk.protect(command.number, command.type === 'protect' ? 'protect' : 'release')
      break
    case 'model':
      void desk.takeModel(command.name)
      break
    case 'export':
      desk.export(command.format)
      break
    case 'undo':
      void desk.undo()
      break
    case 'redo':
      void desk.redo()
      break
    case 'checkpoints':
      rooms.showCheckpoints()
      break
    case 'context':
      rooms.showContext()
      break
    case 'summary':
      rooms.showModelView()
      break
    case 'help':
      rooms.showHelp()
      break
    case 'resume':
      rooms.start()
      break
    case 'new':
      rooms.startNew()
      break
    case 'fork':
      void desk.fork()
      break
  }
  return true
}
