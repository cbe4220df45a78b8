import { Worker } from 'node:worker_threads'
import { type Extract, type ExtractJob, extract } from '../core/extract.ts'
import { messageText } from '../core/reading/message-text.ts'
import { countTokens } from '../tokens/count.ts'

/**
 * Makes an extract; a long one in a thread of its own, so that everyone else whom this process serves gets their turn.
 * The text is the same either way.
 */
export async function extractApart(job: Omit<ExtractJob, 'count'>, thread: URL = ownThread): Promise<Extract> {
  const here = () => extract({ ...job, count: countTokens })
  if (lettersIn(job) < long) return here()
  return inThread(job, thread).catch(error => {
    // A bundler may have left the thread's file behind; then everyone waits, as they would without threads.
    if (!/MODULE_NOT_FOUND$/.test(error.code)) throw error
    return here()
  })
}

const ownThread = new URL(
  import.meta.url.endsWith('.ts') ? './extract.worker.ts' : './extract.worker.js',
  import.meta.url,
)

/** Letters that take about as long as starting a thread does. */
const long = 100_000

const lettersIn = ({ messages }: Pick<ExtractJob, 'messages'>): number =>
  messages.reduce((sum, { message }) => sum + messageText(message).length, 0)

function inThread(job: Omit<ExtractJob, 'count'>, thread: URL): Promise<Extract> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(thread, { workerData: job })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', code => reject(new Error(`The thread of an extract ended with ${code}.`)))
  })
}
