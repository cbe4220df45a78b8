import { type ReactNode, useState } from 'react'
import type { ProjectRow } from '../../client/api/contract.ts'
import { Icon } from '../controls/Icon.tsx'
import { Menu, type MenuItem } from '../controls/Menu.tsx'
import { RenameDialog } from '../controls/RenameDialog.tsx'
import { useLoaded } from '../hooks/use-loaded.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import { ProjectDeleteDialog } from './ProjectDeleteDialog.tsx'

/** Which conversations are listed: all, those of no project, or those of one by its id. */
export type ListedProject = '' | 'none' | (string & {})

type Props = { readonly chosen: ListedProject; readonly onChoose: (project: ListedProject) => void }

/** D2 selects the project whose conversations are listed, and creates, renames or deletes projects. */
export function ProjectPicker({ chosen, onChoose }: Props): ReactNode {
  const { api, navigate } = useLonghand()
  const [loaded, reload] = useLoaded(api.projects)
  const [dialog, setDialog] = useState<'new' | 'rename' | 'delete' | null>(null)
  const projects = loaded.state === 'ready' ? loaded.value : []
  const project = projects.find(({ id }) => id === chosen)
  const close = () => setDialog(null)
  const create = async (name: string) => {
    onChoose((await api.createProject(name)).id)
    reload()
  }
  const items: readonly MenuItem[] = [
    { label: 'New project…', icon: 'plus', onSelect: () => setDialog('new') },
    ...(project === undefined
      ? []
      : ([
          { label: 'Ask its Chief Knowledge Officer', icon: 'book', onSelect: () => navigate(`/c/${project.officer}`) },
          { label: 'Rename project…', icon: 'pencil', onSelect: () => setDialog('rename') },
          { label: 'Delete project…', icon: 'close', danger: true, onSelect: () => setDialog('delete') },
        ] as const)),
  ]
  return (
    <>
      {projects.length > 0 && <Choice projects={projects} chosen={chosen} onChoose={onChoose} />}
      <Menu label="Projects" button={<Icon name="more" />} items={items} />
      {dialog === 'new' && (
        <RenameDialog title="New project" button="Create" name="" onRename={create} onClose={close} />
      )}
      {dialog === 'rename' && project && (
        <RenameDialog
          name={project.name}
          onRename={name => api.renameProject(project.id, name).then(reload)}
          onClose={close}
        />
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
    <select className="field" aria-label="Project" value={chosen} onChange={event => onChoose(event.target.value)}>
      <option value="">Recent</option>
      {projects.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      <option value="none">No project</option>
    </select>
  )
}
