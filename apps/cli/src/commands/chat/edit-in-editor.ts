import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SuspendTerminal } from 'ink'

/** Lets a person change a text in the editor of their choice; null when they leave it as it is. */
export async function editInEditor(text: string, suspend: SuspendTerminal): Promise<string | null> {
  const folder = mkdtempSync(join(tmpdir(), 'longhand-'))
  const file = join(folder, 'summary.md')
  writeFileSync(file, text, { mode: 0o600 })
  try {
    await suspend(() => {
      // The variable may hold arguments, as in `code --wait`; a shell knows how to read that.
      spawnSync(`${process.env.VISUAL || process.env.EDITOR || 'vi'} "$FILE"`, {
        shell: true,
        stdio: 'inherit',
        env: { ...process.env, FILE: file },
      })
    })
    const changed = readFileSync(file, 'utf8').trim()
    return changed === '' || changed === text.trim() ? null : changed
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
