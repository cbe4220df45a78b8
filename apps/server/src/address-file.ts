import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Writes the server's address for other programs on this machine; returns the function that removes it. */
export async function writeAddress(folder: string, url: string): Promise<() => Promise<void>> {
  const path = join(folder, 'address')
  await writeFile(path, `${url} ${process.pid}\n`, { mode: 0o600 })
  return () => rm(path, { force: true })
}

/** The address of the server of a data folder; null when none is running. A killed server leaves its file behind. */
export async function readAddress(folder: string): Promise<string | null> {
  const text = await readFile(join(folder, 'address'), 'utf8').catch(() => '')
  const [url, pid] = text.trim().split(' ')
  return url !== undefined && isAlive(Number(pid)) ? url : null
}

/** Whether a process is running. */
export function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    // The process belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
