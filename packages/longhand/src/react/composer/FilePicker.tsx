import { type ReactNode, useRef } from 'react'
import type { SendRequest } from '../../client/api/contract.ts'
import { Icon } from '../controls/Icon.tsx'
import { IconButton } from '../controls/IconButton.tsx'

export type Files = NonNullable<SendRequest['files']>

type Props = { readonly files: Files; readonly onFiles: (files: Files) => void }

/** Attaches files to a message; each can be removed again. */
export function FilePicker({ files, onFiles }: Props): ReactNode {
  const input = useRef<HTMLInputElement>(null)
  const addFiles = async (chosen: FileList | null) => {
    onFiles(await readFiles(chosen ?? [], files))
    if (input.current !== null) input.current.value = ''
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files"
        onChange={event => addFiles(event.target.files)}
      />
      <IconButton icon="clip" label="Attach a file" onClick={() => input.current?.click()} />
      {files.length > 0 && (
        <span className="files">
          {files.map(({ name }, at) => (
            <button
              key={name}
              type="button"
              className="tag"
              aria-label={`Remove ${name}`}
              onClick={() => onFiles(files.toSpliced(at, 1))}
            >
              <Icon name="clip" small /> {name} <Icon name="close" small />
            </button>
          ))}
        </span>
      )}
    </>
  )
}

/** The chosen files, read and added to those before; a file of the same name replaces the older one. */
export async function readFiles(chosen: Iterable<File>, before: Files): Promise<Files> {
  const read = await Promise.all([...chosen].map(readFile))
  return [...before.filter(({ name }) => !read.some(file => file.name === name)), ...read]
}

async function readFile(file: File): Promise<Files[number]> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
  return { name: file.name, mediaType: file.type || 'application/octet-stream', data: url.slice(url.indexOf(',') + 1) }
}
