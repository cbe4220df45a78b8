import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Tells other programs on this machine where the server of a data folder is; answers with the function that takes it back. */
export async function writeAddress(folder: string, url: string): Promise<() => Promise<void>> {
  const path = join(folder, 'address')
  await writeFile(path, `${url} ${process.pid}\n`, { mode: 0o600 })
  return () => rm(path, { force: true })
}

/** Where the server of a data folder is; null when none runs. One that was killed could not take its address back. */
export async function readAddress(folder: string): Promise<string | null> {
  const text = await readFile(join(folder, 'address'), 'utf8').catch(() => '')
  const [url, pid] = text.trim().split(' ')
  return url !== undefined && isAlive(Number(pid)) ? url : null
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    // A process of someone else is alive too.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
