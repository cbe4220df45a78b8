import { type DragEvent, type ReactNode, useCallback, useRef, useState } from 'react'
import type { Api } from '../../client/api/api.ts'
import type { ProjectRow } from '../../client/api/contract.ts'
import type { ProjectFileRow } from '../../client/api/project-contract.ts'
import { formatNumber, pluralize } from '../../client/text/format.ts'
import { Button } from '../controls/Button.tsx'
import { ConfirmDeleteDialog } from '../controls/ConfirmDeleteDialog.tsx'
import { Dialog } from '../controls/Dialog.tsx'
import { Icon } from '../controls/Icon.tsx'
import { useLoaded } from '../hooks/use-loaded.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import * as everywhere from '../words/everywhere.ts'
import * as words from '../words/start.ts'
import { readText } from './read-text.ts'
import './ProjectFilesDialog.css'

type Props = { readonly project: ProjectRow; readonly onClose: () => void }

/** W26 the files that all conversations of a project give to the model: added, read and deleted here. */
export function ProjectFilesDialog({ project, onClose }: Props): ReactNode {
  const { api } = useLonghand()
  const [files, reload] = useLoaded(useCallback(() => api.projectFiles(project.id), [api, project.id]))
  const [state, setState] = useState<'idle' | 'adding' | { readonly failure: string }>('idle')
  const [doomed, setDoomed] = useState<string | null>(null)
  const picker = useRef<HTMLInputElement>(null)
  const add = async (chosen: Iterable<File>) => {
    setState('adding')
    const sentences: string[] = []
    for (const file of [...chosen]) sentences.push(...(await addFile(api, project.id, file)))
    if (picker.current !== null) picker.current.value = ''
    setState(sentences.length === 0 ? 'idle' : { failure: sentences.join(' ') })
    reload()
  }
  const remove = async (name: string) => {
    setDoomed(null)
    const failed = await api.deleteProjectFile(project.id, name).then(() => null, asSentence)
    setState(failed === null ? 'idle' : { failure: failed })
    reload()
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    void add(event.dataTransfer.files)
  }
  return (
    <Dialog title={words.filesOf(project.name)} wide onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button below does the same. */}
      <div className="project-files" onDragOver={event => event.preventDefault()} onDrop={drop}>
        <p>{words.projectFilesHint}</p>
        {files.state === 'failed' && <p role="alert">{files.sentence}</p>}
        {files.state === 'ready' && <FileList files={files.value} onDelete={setDoomed} />}
        {typeof state === 'object' && <p role="alert">{state.failure}</p>}
      </div>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={words.projectFiles}
        onChange={event => void add(event.target.files ?? [])}
      />
      <div className="actions">
        <Button
          icon="plus"
          label={words.addFiles}
          disabled={state === 'adding'}
          onClick={() => picker.current?.click()}
        />
        <Button className="primary" label={words.done} onClick={onClose} />
      </div>
      {doomed !== null && (
        <ConfirmDeleteDialog name={doomed} onDelete={() => void remove(doomed)} onClose={() => setDoomed(null)}>
          <p>{words.deleteFileHint}</p>
        </ConfirmDeleteDialog>
      )}
    </Dialog>
  )
}

type ListProps = { readonly files: readonly ProjectFileRow[]; readonly onDelete: (name: string) => void }

function FileList({ files, onDelete }: ListProps): ReactNode {
  if (files.length === 0) return <p className="empty">{words.noFilesYet}</p>
  const tokens = files.reduce((sum, file) => sum + file.tokens, 0)
  return (
    <>
      <ul>
        {files.map(file => (
          <li key={file.name}>
            <details>
              <summary>
                <Icon name="right" small /> <span className="grow">{file.name}</span>
                <span className="figure">
                  {formatNumber(file.tokens)} {everywhere.tokensUnit}
                </span>
              </summary>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse. */}
              <pre tabIndex={0}>{file.text}</pre>
            </details>
            <Button className="quiet small" onClick={() => onDelete(file.name)}>
              {everywhere.deleteLabel}
              <span className="visually-hidden"> {file.name}</span>
            </Button>
          </li>
        ))}
      </ul>
      <p className="figure">
        {pluralize(files.length, 'file')}, {formatNumber(tokens)} {everywhere.tokensUnit}
      </p>
    </>
  )
}

/** The sentences about a file that could not be added. */
async function addFile(api: Api, project: string, file: File): Promise<readonly string[]> {
  const text = await readText(file)
  if (text === null) return [refusalOf(file)]
  if (text.trim() === '') return [words.isEmpty(file.name)]
  return api.addProjectFile(project, file.name, text).then(
    () => [],
    error => [asSentence(error)],
  )
}

/** What to do with a file that a project cannot hold. */
function refusalOf({ name, type }: File): string {
  if (type.startsWith('image/')) return words.isAPicture(name)
  return type === 'application/pdf' ? words.isAPdf(name) : words.notText(name)
}

const asSentence = (error: unknown): string => (error instanceof Error ? error.message : String(error))
