import { Command } from 'commander'
import packageFile from '../package.json' with { type: 'json' }
import { addChat } from './chat.ts'
import { addCompact } from './compact.ts'
import { addCompletion } from './completion.ts'
import { addDoctor } from './doctor.ts'
import { addEval } from './eval.ts'
import { addExport } from './export.ts'
import { addImport } from './import.ts'
import { addLearnt } from './learnt.ts'
import { addServe } from './serve.ts'
import { addTrust } from './trust.ts'

/** The `longhand` program. Each command is a file that adds itself and loads what it needs when it is called. */
export function longhand(): Command {
  const program = new Command('longhand')
    .description('Conversations with an AI model that go on for ever.')
    .version(packageFile.version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print what a command does')
    .helpCommand(false)
    // Whatever went wrong, the line begins with who says so.
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'longhand: ')) })
    .showHelpAfterError('Try --help.')
    .addHelpText('after', '\nWithout a command, in a terminal: chat.\nExit codes: 0 done, 1 error, 3 nothing to do.')
  addChat(program)
  addServe(program)
  addCompact(program)
  addImport(program)
  addExport(program)
  addEval(program)
  addTrust(program)
  addDoctor(program)
  addLearnt(program)
  addCompletion(program)
  return program
}
