import { open } from 'node:fs/promises'
import { archiveHeadBytes, isArchive, type ReadableFile } from 'longhand/internal/client'

/** Does something with a file that is an archive of ChatGPT or Claude.ai; null when it is none, or cannot be opened. */
export async function withArchive<T>(file: string, use: (archive: ReadableFile) => Promise<T>): Promise<T | null> {
  const handle = file === '-' ? null : await open(file).catch(() => null)
  if (handle === null) return null
  try {
    const { size } = await handle.stat()
    const read = async (from: number, to: number) => {
      const bytes = new Uint8Array(Math.max(0, Math.min(to, size) - from))
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, from)
      return bytes.subarray(0, bytesRead)
    }
    return isArchive(await read(0, archiveHeadBytes)) ? await use({ size, read }) : null
  } finally {
    await handle.close()
  }
}
