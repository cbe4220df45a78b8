// The thread of `extractApart`: makes one extract and ends.
import { parentPort, workerData } from 'node:worker_threads'
import { type ExtractJob, extract } from '../core/extract.ts'
import { countTokens } from '../tokens/count.ts'

parentPort!.postMessage(extract({ ...(workerData as Omit<ExtractJob, 'count'>), count: countTokens }))
