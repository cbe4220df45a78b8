import { themeOf } from '../../text/theme.ts'
import { type Finding, note, ok } from './finding.ts'

/** How the chat will look here. */
export function checkTerminal(stdout: NodeJS.WriteStream, variables: NodeJS.ProcessEnv): Finding {
  if (!stdout.isTTY) return ok('Terminal', 'none here; longhand chat would read lines and print plain text')
  const { colours, characters } = themeOf(variables)
  const found = `${stdout.columns} × ${stdout.rows}, ${colours === 'none' ? 'no colours' : `colours for a ${colours} background`}, ${characters === 'ascii' ? 'ASCII' : 'all characters'}`
  if (stdout.columns < 60)
    return note('Terminal', found, 'Below 60 columns the margin is left out; make the window wider.')
  return ok('Terminal', found, 'LONGHAND_THEME=light or dark, NO_COLOR and LONGHAND_ASCII change it.')
}
