import { LonghandError } from './errors.ts'

const separator = '———'

/** The texts of several folds as one, for people to read and edit: a line of its own parts them. */
export const joinFoldTexts = (texts: readonly string[]): string => texts.join(`\n\n${separator}\n\n`)

/** The same the other way round. Throws when it is not clear what stands for what. */
export function splitFoldTexts(text: string, count: number): readonly string[] {
  if (count === 1) return [text]
  const parts = text.split(/^———[ \t]*$/m).map(part => part.trim())
  if (parts.length === count && parts.every(part => part !== '')) return parts
  throw new LonghandError(
    'bad-request',
    `${count} texts are needed here, separated by lines that contain only ${separator}. Nothing was condensed.`,
  )
}
