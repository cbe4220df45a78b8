import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A terminal that has a conversation open. Its file goes when it leaves; one that was killed leaves its file behind. */
export type OpenTerminal = { readonly conversation: string; readonly pid: number }

/** Notes that this terminal has a conversation open; null when it has none any more. */
export function recordTerminal(folder: string, conversation: string | null): void {
  const path = fileOf(folder, process.pid)
  rmSync(path, { force: true })
  if (conversation === null) return
  mkdirSync(join(folder, 'terminals'), { recursive: true, mode: 0o700 })
  writeFileSync(path, JSON.stringify({ conversation, pid: process.pid }), { mode: 0o600 })
}

/** K7 terminals that were killed: at once, without waiting until they have been silent for a while. */
export function deadTerminals(folder: string, isAlive: (pid: number) => boolean = isRunning): readonly OpenTerminal[] {
  const place = join(folder, 'terminals')
  if (!existsSync(place)) return []
  const found = readdirSync(place).flatMap(name => parse(readFileSync(join(place, name), 'utf8')))
  return found.filter(({ pid }) => !isAlive(pid))
}

/** Forgets the dead terminals of a conversation. */
export function forgetTerminals(folder: string, conversation: string): void {
  for (const one of deadTerminals(folder))
    if (one.conversation === conversation) rmSync(fileOf(folder, one.pid), { force: true })
}

const fileOf = (folder: string, pid: number): string => join(folder, 'terminals', `${pid}.json`)

function parse(text: string): readonly OpenTerminal[] {
  try {
    const found = JSON.parse(text)
    return typeof found?.conversation === 'string' && Number.isInteger(found.pid) ? [found] : []
  } catch {
    return []
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
