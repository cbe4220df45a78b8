import { LonghandError } from 'longhand'
import * as wording from './words/files.ts'

/** One line about an error. Known failures have their own sentence; everything else is a bug and says so. */
export function sentenceOf(error: unknown): string {
  if (error instanceof LonghandError) return error.message
  const { code = '', path = wording.it, message } = error as NodeJS.ErrnoException
  return sentences[code]?.(path) ?? wording.unexpected(message)
}

const notFolder = (path: string): string => wording.fileInPlaceOfFolder(path)
const notAllowed = (path: string): string => wording.notWritable(path)

const sentences: Readonly<Record<string, (path: string) => string>> = {
  EPIPE: () => wording.outputClosed,
  ENOSPC: () => wording.diskFull,
  EISDIR: path => wording.isADirectory(path),
  ENOENT: path => wording.noFolder(path),
  ENOTDIR: notFolder,
  EEXIST: notFolder,
  EACCES: notAllowed,
  EPERM: notAllowed,
  EROFS: notAllowed,
}
