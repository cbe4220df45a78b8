import { Command } from 'commander'
import packageFile from '../package.json' with { type: 'json' }
import { addCompletion } from './commands/add-completion.ts'
import { addCalibration } from './commands/calibration/add-calibration.ts'
import { addChat } from './commands/chat/add-chat.ts'
import { addCompact } from './commands/compact/add-compact.ts'
import { addDoctor } from './commands/doctor/add-doctor.ts'
import { addEval } from './commands/eval/add-eval.ts'
import { addExport } from './commands/export/add-export.ts'
import { addImport } from './commands/import/add-import.ts'
import { addMcp } from './commands/mcp/add-mcp.ts'
import { addMemories } from './commands/memories/add-memories.ts'
import { addOpen } from './commands/open/add-open.ts'
import { addRun } from './commands/run/add-run.ts'
import { addServe } from './commands/serve/add-serve.ts'
import { addToken } from './commands/token/add-token.ts'
import { addTrust } from './commands/trust/add-trust.ts'
import { addUndelete } from './commands/undelete/add-undelete.ts'
import { clean } from './text/clean.ts'
import * as wording from './words/program.ts'

/** The `longhand` program. Each command is a file that adds itself and loads what it needs when it is called. */
export function longhand(): Command {
  const program = new Command('longhand')
    .description(wording.description)
    .version(packageFile.version, '-v, --version', wording.versionOption)
    .helpOption('-h, --help', wording.helpOption)
    .helpCommand(false)
    // What follows the program of `longhand run` is that program's.
    .enablePositionalOptions()
    // Every error line begins with the program's name.
    .configureOutput({ outputError: (text, write) => write(clean(text.replace(/^error: /, 'longhand: '))) })
    .showHelpAfterError(wording.tryHelp)
    .addHelpText('after', wording.after)
  addChat(program)
  addServe(program)
  addOpen(program)
  addRun(program)
  addMcp(program)
  addCompact(program)
  addImport(program)
  addExport(program)
  addEval(program)
  addMemories(program)
  addUndelete(program)
  addToken(program)
  addTrust(program)
  addDoctor(program)
  addCalibration(program)
  addCompletion(program)
  return program
}
