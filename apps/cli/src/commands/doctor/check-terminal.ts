import { themeOf } from '../../text/theme.ts'
import * as wording from '../../words/doctor.ts'
import { type Finding, note, ok } from './finding.ts'

/** How the chat will look here. */
export function checkTerminal(stdout: NodeJS.WriteStream, variables: NodeJS.ProcessEnv): Finding {
  if (!stdout.isTTY) return ok(wording.terminal, wording.noTerminal)
  const { colours, characters } = themeOf(variables)
  const found = wording.look(
    stdout.columns,
    stdout.rows,
    colours === 'none' ? wording.noColours : wording.coloursFor(colours),
    characters === 'ascii' ? wording.ascii : wording.allCharacters,
  )
  if (stdout.columns < 60) return note(wording.terminal, found, wording.tooNarrow)
  return ok(wording.terminal, found, wording.changeLook)
}
