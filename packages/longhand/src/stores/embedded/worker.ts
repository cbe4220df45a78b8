import { parentPort, workerData } from 'node:worker_threads'
import { LonghandError } from '../../core/errors.ts'
import { openEngine } from './engine.ts'
import type { Asked, Told } from './thread.ts'
import { vacuumer } from './vacuum.ts'

// The database's own thread: a query in PGlite blocks whoever runs it.
const port = parentPort!
const tell = (told: Told) => port.postMessage(told)

try {
  const engine = await openEngine((workerData as { directory: string }).directory)
  const vacuum = vacuumer(engine.database)
  await engine.database.listen('longhand', payload => tell({ type: 'notice', payload }))
  port.on('message', async (asked: Asked) => {
    try {
      if (asked.type === 'close') {
        vacuum.stop()
        await engine.close()
        tell({ type: 'answered', id: asked.id, rows: [] })
        port.close()
        return
      }
      const { rows } = await engine.database.query(asked.text, asked.values)
      tell({ type: 'answered', id: asked.id, rows })
      vacuum.noticeWork()
    } catch (error) {
      tell({ type: 'failed', id: asked.id, ...plain(error) })
    }
  })
  tell({ type: 'ready' })
} catch (error) {
  tell({ type: 'failed', id: 0, ...plain(error) })
}

/** Errors lose their class on the way between threads. */
function plain(error: unknown): { readonly code: string; readonly message: string; readonly ours: boolean } {
  const { code, message } = error as { code?: string; message: string }
  return { code: code ?? '', message: String(message), ours: error instanceof LonghandError }
}
