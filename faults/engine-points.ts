import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../packages/longhand/src/engine')

/** Every point of the engine where a process can be made to die: before and after each call to storage, model and summariser. */
export const pointNames = (): readonly string[] =>
  callsIn(sources().map(read).join('\n')).flatMap(call => [`${call}:after`, `${call}:before`])

/** The methods of the ports that a source calls, each once, in order. */
export function callsIn(source: string): readonly string[] {
  const found = [...source.matchAll(calls)].map(([, store, other]) => (store ?? other)!.replace(/[\s!]/g, ''))
  return [...new Set(found)].toSorted()
}

const calls = /\bstore\s*\.(\w+\s*\.\w+)\(|\b(maintenance\.\w+|chatModel\.generate|summariser!?\.summarise)\(/g

/** The sources of the engine, without its tests. */
export const sources = (): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file => /^[\w/-]+\.ts$/.test(file))

export const read = (file: string): string => readFileSync(join(folder, file), 'utf8')
