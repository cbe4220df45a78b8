import { type ReactNode, useRef } from 'react'
import { maxMessageBytes, type SendRequest } from '../../client/api/contract.ts'
import { Icon } from '../controls/Icon.tsx'
import { IconButton } from '../controls/IconButton.tsx'
import * as words from '../words/composer.ts'

export type Files = NonNullable<SendRequest['files']>

type Props = {
  readonly files: Files
  readonly onAdd: (chosen: Iterable<File>) => Promise<void>
  readonly onRemove: (at: number) => void
}

/** Attaches files to a message; each can be removed again. */
export function FilePicker({ files, onAdd, onRemove }: Props): ReactNode {
  const input = useRef<HTMLInputElement>(null)
  const addFiles = async (chosen: FileList | null) => {
    await onAdd(chosen ?? [])
    if (input.current !== null) input.current.value = ''
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={words.files}
        onChange={event => addFiles(event.target.files)}
      />
      <IconButton icon="clip" label={words.attachAFile} onClick={() => input.current?.click()} />
      {files.length > 0 && (
        <span className="files">
          {files.map(({ name }, at) => (
            <button
              key={name}
              type="button"
              className="tag"
              aria-label={words.remove(name)}
              onClick={() => onRemove(at)}
            >
              <Icon name="clip" small /> {name} <Icon name="close" small />
            </button>
          ))}
        </span>
      )}
    </>
  )
}

/** The files of a message, and a sentence about those that it cannot hold. */
export type ReadFiles = { readonly kept: Files; readonly sentence: string | null }

/**
 * The chosen files, read and added to those before; a file of the same name replaces the older one. What would make the
 * message too large or cannot be read is left out and named, as folders are, and the others stay.
 */
export async function readFiles(
  chosen: Iterable<File>,
  before: Files,
  folders: readonly string[] = [],
): Promise<ReadFiles> {
  const files = [...chosen]
  let kept = before.filter(({ name }) => !files.some(file => file.name === name))
  const tooLarge: string[] = []
  const unreadable: string[] = []
  for (const file of files) {
    const taken = kept.reduce((sum, { data }) => sum + data.length, 0)
    // Files travel as Base64, four letters for three bytes; the rest of the message needs room too.
    if (taken + Math.ceil(file.size / 3) * 4 > maxMessageBytes - roomForText) tooLarge.push(file.name)
    else {
      const read = await readFile(file).catch(() => null)
      if (read === null) unreadable.push(file.name)
      else kept = [...kept, read]
    }
  }
  const sentences = [
    refusal(tooLarge, [words.isTooLarge, words.areTooLarge], limitSentence),
    refusal(folders, [words.isAFolder, words.areFolders], words.attachInstead),
    refusal(unreadable, [words.cannotBeRead, words.cannotBeRead], words.checkThatItExists),
  ]
  return { kept, sentence: sentences.join(' ').trim() || null }
}

const roomForText = 64 * 1024

const limitSentence = words.filesLimit(Math.floor((maxMessageBytes * 0.75) / 1_000_000))

const refusal = (names: readonly string[], [one, many]: readonly [string, string], remedy: string): string =>
  names.length === 0 ? '' : `${names.join(', ')} ${names.length === 1 ? one : many}. ${remedy}`

async function readFile(file: File): Promise<Files[number]> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
  return { name: file.name, mediaType: file.type || 'application/octet-stream', data: url.slice(url.indexOf(',') + 1) }
}
