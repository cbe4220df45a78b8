import { themeOf } from '../../text/theme.ts'
import { type Finding, fine, note } from './finding.ts'

/** How the chat will look here. */
export function checkTerminal(stdout: NodeJS.WriteStream, variables: NodeJS.ProcessEnv): Finding {
  if (!stdout.isTTY) return fine('Terminal', 'none here; longhand chat would read lines and print plain text')
  const { colours, signs } = themeOf(variables)
  const found = `${stdout.columns} × ${stdout.rows}, ${colours === 'none' ? 'no colours' : `colours for a ${colours} background`}, ${signs === 'ascii' ? 'ASCII' : 'all signs'}`
  if (stdout.columns < 60)
    return note('Terminal', found, 'Below 60 columns the margin is left out; make the window wider.')
  return fine('Terminal', found, 'LONGHAND_THEME=light or dark, NO_COLOR and LONGHAND_ASCII change it.')
}
