import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LonghandError } from 'longhand'
import type { ServerConnection } from '../../server/connection.ts'
import * as wording from '../../words/chat.ts'
import { diskFull } from '../../words/files.ts'

/** Downloads a path under the file name that the server suggests; an existing file is never overwritten. */
export async function saveExport({ fetch }: ServerConnection, path: string, folder: string): Promise<string> {
  const response = await fetch(path)
  if (!response.ok) throw new LonghandError('not-found', wording.exportFailed)
  const given = /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'longhand-export'
  const bytes = new Uint8Array(await response.arrayBuffer())
  for (let count = 1; ; count++) {
    const name = count === 1 ? given : given.replace(/(\.\w+)?$/, `-${count}$1`)
    try {
      writeFileSync(join(folder, name), bytes, { flag: 'wx' })
      return name
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw asFailure(error, folder)
    }
  }
}

function asFailure(cause: unknown, folder: string): LonghandError {
  const full = (cause as NodeJS.ErrnoException).code === 'ENOSPC'
  return full
    ? new LonghandError('store-full', diskFull, { cause })
    : new LonghandError('store-read-only', wording.cannotWriteIn(folder), {
        cause,
      })
}
