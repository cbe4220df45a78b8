import { LonghandError } from 'longhand'

/** One line about an error. Known failures have their own sentence; everything else is a bug and says so. */
export function sentenceOf(error: unknown): string {
  if (error instanceof LonghandError) return error.message
  const { code = '', path = 'It', message } = error as NodeJS.ErrnoException
  return sentences[code]?.(path) ?? `Something went wrong that should not have: ${message}`
}

const notFolder = (path: string): string => `${path} is a file where a folder is needed. Choose another path.`
const notAllowed = (path: string): string =>
  `${path} cannot be written to. Check its permissions, or choose another path.`

const sentences: Readonly<Record<string, (path: string) => string>> = {
  EPIPE: () => 'The output was closed before everything was written.',
  ENOSPC: () => 'The disk is full. Make room and try again.',
  EISDIR: path => `${path} is a directory. Name a file in it.`,
  ENOENT: path => `There is no folder for ${path}. Create it, or choose another path.`,
  ENOTDIR: notFolder,
  EEXIST: notFolder,
  EACCES: notAllowed,
  EPERM: notAllowed,
  EROFS: notAllowed,
}
