import { dirname } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import { LonghandError } from '../../core/errors.ts'
import { missingPackage } from '../../core/missing-package.ts'
import { cut, type ListPart } from '../../engine/long-work/parts.ts'
import type { JsonParameter } from '../postgres/json-parameter.ts'
import { diskRoom } from './disk-room.ts'
import type { ThreadMessage, ThreadRequest } from './thread.ts'
import { vacuumer } from './vacuum.ts'

// Postgres is a large module: compiling it a second time, optimised, takes three times the memory and makes queries no
// faster.
for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag)

// The database's own thread: a query in PGlite blocks whoever runs it.
const port = parentPort!
const { directory } = workerData as { directory: string }
const tell = (told: ThreadMessage) => port.postMessage(told)

/** The rest of long answers: what is not asked for yet. */
const unsent = new Map<number, ListPart[]>()

function answer(id: number, rows: unknown[]): void {
  const { frame, parts } = cut(rows)
  if (parts.length > 0) unsent.set(id, [...parts])
  tell({ type: 'answered', id, rows: frame as unknown[], parts: parts.length })
}

function tellMore(id: number): void {
  const parts = unsent.get(id)!
  tell({ type: 'part', id, part: parts.shift()! })
  if (parts.length === 0) unsent.delete(id)
}

try {
  const { openEngine } = await import('./engine.ts').catch(missingPackage('longhand/embedded', '@electric-sql/pglite'))
  const engine = await openEngine(directory)
  const room = diskRoom(engine.database, dirname(directory))
  const vacuum = vacuumer(engine.database)
  await engine.database.listen('longhand', payload => tell({ type: 'notice', payload }))
  port.on('message', async (asked: ThreadRequest) => {
    if (asked.type === 'more') return tellMore(asked.id)
    try {
      if (asked.type === 'close') {
        vacuum.stop()
        await engine.close()
        answer(asked.id, [])
        port.close()
        return
      }
      await room.look()
      const { rows } = await engine.database.query(asked.text, asked.values.map(joined))
      answer(asked.id, rows)
      vacuum.noticeWork()
    } catch (error) {
      const failure = plain(error)
      tell({ type: 'failed', id: asked.id, ...failure, code: room.codeOf(failure.code) })
      // Postgres ends itself when it panics; PGlite would spin for ever. A new thread opens the files again.
      if ((error as { severity?: string }).severity === 'PANIC') process.exit(1)
    }
  })
  tell({ type: 'ready' })
} catch (error) {
  tell({ type: 'failed', id: 0, ...plain(error) })
}

/** What came in pieces as one text. */
function joined(value: unknown): unknown {
  const isInPieces = typeof value === 'object' && value !== null && 'pieces' in value
  return isInPieces ? (value as Pick<JsonParameter, 'pieces'>).pieces.join('') : value
}

/** Errors lose their class on the way between threads. */
function plain(error: unknown): { readonly code: string; readonly message: string; readonly ours: boolean } {
  const { code, message } = error as { code?: string; message: string }
  return { code: code ?? '', message: String(message), ours: error instanceof LonghandError }
}
