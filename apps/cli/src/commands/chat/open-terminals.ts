import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '@longhand/server/address'

/** A terminal that has a conversation open. It deletes its file when it closes; one that was killed leaves it behind. */
type OpenTerminal = { readonly conversation: string; readonly pid: number }

/** Records which conversation this terminal has open; null when it has none any more. */
export function recordTerminal(folder: string, conversation: string | null): void {
  const path = fileOf(folder, process.pid)
  rmSync(path, { force: true })
  if (conversation === null) return
  mkdirSync(join(folder, 'terminals'), { recursive: true, mode: 0o700 })
  writeFileSync(path, JSON.stringify({ conversation, pid: process.pid }), { mode: 0o600 })
}

/** K7 terminals that were killed, known at once by their process and not only when their heartbeat is missed. */
export function deadTerminals(folder: string): readonly OpenTerminal[] {
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
