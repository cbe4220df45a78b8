import { dirname } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import { LonghandError } from '../../core/errors.ts'
import { missingPackage } from '../../core/missing-package.ts'
import { type CutPart, cut } from '../../engine/long-work/parts.ts'
import { joinChunks } from '../postgres/json-parameter.ts'
import { diskRoom } from './disk-room.ts'
import type { ThreadMessage, ThreadRequest } from './thread.ts'
import { vacuumer } from './vacuum.ts'

// Postgres is a large module: compiling it a second time, optimised, takes three times the memory and makes queries no
// faster.
for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag)

// The database's own thread: a query in PGlite blocks its thread.
const port = parentPort!
const { directory } = workerData as { directory: string }
const send = (message: ThreadMessage) => port.postMessage(message)

/** The parts of long answers that are not requested yet. */
const unsent = new Map<number, CutPart[]>()

function answer(id: number, rows: unknown[]): void {
  const { frame, parts } = cut(rows)
  if (parts.length > 0) unsent.set(id, [...parts])
  send({ type: 'answered', id, rows: frame as unknown[], parts: parts.length })
}

function sendMore(id: number): void {
  const parts = unsent.get(id)!
  send({ type: 'part', id, part: parts.shift()! })
  if (parts.length === 0) unsent.delete(id)
}

try {
  const { openEngine } = await import('./engine.ts').catch(missingPackage('longhand/embedded', '@electric-sql/pglite'))
  const engine = await openEngine(directory)
  const room = diskRoom(engine.database, dirname(directory))
  const vacuum = vacuumer(engine.database)
  port.on('message', async (request: ThreadRequest) => {
    if (request.type === 'more') return sendMore(request.id)
    try {
      if (request.type === 'close') {
        vacuum.stop()
        await engine.close()
        answer(request.id, [])
        port.close()
        return
      }
      await room.check()
      const { rows } = await engine.database.query(request.text, request.values.map(joinChunks))
      answer(request.id, rows)
      vacuum.noticeWork()
    } catch (error) {
      const failure = plain(error)
      send({ type: 'failed', id: request.id, ...failure, code: room.codeOf(failure.code) })
      // Postgres ends itself when it panics; PGlite would spin for ever. A new thread opens the files again.
      if ((error as { severity?: string }).severity === 'PANIC') process.exit(1)
    }
  })
  send({ type: 'ready' })
} catch (error) {
  send({ type: 'failed', id: 0, ...plain(error) })
}

/** Errors lose their class on the way between threads. */
function plain(error: unknown): { readonly code: string; readonly message: string; readonly ours: boolean } {
  const { code, message } = error as { code?: string; message: string }
  return { code: code ?? '', message: String(message), ours: error instanceof LonghandError }
}
