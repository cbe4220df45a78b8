import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { ProjectRow } from '../../client/api/contract.ts'
import { pluralize } from '../../client/text/format.ts'
import { texts } from '../../client/text/texts.ts'
import { ConfirmDeleteDialog } from '../controls/ConfirmDeleteDialog.tsx'
import { Icon } from '../controls/Icon.tsx'
import { Menu, type MenuItem } from '../controls/Menu.tsx'
import { RenameDialog } from '../controls/RenameDialog.tsx'
import { InstructionsDialog } from '../conversation/InstructionsDialog.tsx'
import { useLoaded } from '../hooks/use-loaded.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import * as everywhere from '../words/everywhere.ts'
import * as words from '../words/start.ts'

const ProjectFilesDialog = lazy(() =>
  import('./ProjectFilesDialog.tsx').then(({ ProjectFilesDialog }) => ({ default: ProjectFilesDialog })),
)

/** Which conversations are listed: all, those of no project, or those of one by its id. */
export type ListedProject = '' | 'none' | (string & {})

type Props = { readonly chosen: ListedProject; readonly onChoose: (project: ListedProject) => void }

/** D2 selects the project whose conversations are listed, and creates, renames or deletes projects. */
export function ProjectPicker({ chosen, onChoose }: Props): ReactNode {
  const { api, navigate } = useLonghand()
  const [loaded, reload] = useLoaded(api.projects)
  const [dialog, setDialog] = useState<'new' | 'rename' | 'instructions' | 'files' | 'delete' | null>(null)
  const projects = loaded.state === 'ready' ? loaded.value : []
  const project = projects.find(({ id }) => id === chosen)
  const close = () => setDialog(null)
  const create = async (name: string) => {
    onChoose((await api.createProject(name)).id)
    reload()
  }
  const items: readonly MenuItem[] = [
    { label: words.newProjectItem, icon: 'plus', onSelect: () => setDialog('new') },
    ...(project === undefined
      ? []
      : ([
          { label: words.askOfficer, icon: 'book', onSelect: () => navigate(`/c/${project.officer}`) },
          { label: words.projectInstructions, icon: 'sliders', onSelect: () => setDialog('instructions') },
          { label: words.projectFilesItem, icon: 'clip', onSelect: () => setDialog('files') },
          { label: words.renameProject, icon: 'pencil', onSelect: () => setDialog('rename') },
          { label: words.deleteProject, icon: 'close', danger: true, onSelect: () => setDialog('delete') },
        ] as const)),
  ]
  return (
    <>
      {projects.length > 0 && <Choice projects={projects} chosen={chosen} onChoose={onChoose} />}
      <Menu label={words.projects} button={<Icon name="more" />} items={items} />
      {dialog === 'new' && (
        <RenameDialog title={words.newProject} button={words.create} name="" onRename={create} onClose={close} />
      )}
      {dialog === 'rename' && project && (
        <RenameDialog
          name={project.name}
          onRename={name => api.updateProject(project.id, { name }).then(reload)}
          onClose={close}
        />
      )}
      {dialog === 'instructions' && project && (
        <InstructionsDialog
          title={words.instructionsOf(project.name)}
          hint={texts.projectInstructionsHint}
          given={{ instructions: project.instructions }}
          onSave={draft => void api.updateProject(project.id, draft).then(reload)}
          onClose={close}
        />
      )}
      {dialog === 'files' && project && (
        <Suspense>
          <ProjectFilesDialog project={project} onClose={close} />
        </Suspense>
      )}
      {dialog === 'delete' && project && (
        <ProjectDeleteDialog
          project={project}
          onClose={close}
          onDeleted={() => {
            onChoose('')
            reload()
          }}
        />
      )}
    </>
  )
}

function Choice({ projects, chosen, onChoose }: Props & { readonly projects: readonly ProjectRow[] }): ReactNode {
  return (
    <select
      className="field"
      aria-label={words.project}
      value={chosen}
      onChange={event => onChoose(event.target.value)}
    >
      <option value="">{words.recent}</option>
      {projects.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      <option value="none">{everywhere.noProject}</option>
    </select>
  )
}

type DeleteProps = { readonly project: ProjectRow; readonly onDeleted: () => void; readonly onClose: () => void }

/** Asks before a project is deleted with everything in it. */
function ProjectDeleteDialog({ project, onDeleted, onClose }: DeleteProps): ReactNode {
  const { api } = useLonghand()
  const [failed, setFailed] = useState<string | null>(null)
  const remove = () =>
    api.deleteProject(project.id).then(
      () => {
        onClose()
        onDeleted()
      },
      error => setFailed(error.message),
    )
  return (
    <ConfirmDeleteDialog name={project.name} onDelete={remove} onClose={onClose}>
      <p>{words.goesWithIt(pluralize(project.conversations, 'conversation'))}</p>
      {failed !== null && <p role="alert">{failed}</p>}
    </ConfirmDeleteDialog>
  )
}
