import type { Allowances } from '../../engine/ports/store-allowances.ts'
import type { Answered } from '../../engine/ports/store-answered.ts'
import type { Memories, Memory, Project, ProjectFile, Projects } from '../../engine/ports/store-projects.ts'
import type { Recovery, Runs } from '../../engine/ports/store-runs.ts'
import type { NamedState, States } from '../../engine/ports/store-states.ts'
import { asSent, exactQuery, indexed, searchQuery, storable } from '../storable.ts'
import { uuid } from '../uuid.ts'
import type { Call } from './call.ts'
import { fromCheckpoint } from './checkpoints.ts'
import { restoreText } from './conversations.ts'

export function projects(call: Call): Projects {
  return {
    create: async ({ id, name, officer }) =>
      fromProject(await call('create_project', uuid(id), storable(name), uuid(officer))),
    // One that was cut off while it came in has no officer yet.
    list: async () =>
      (await call<Project[]>('list_projects')).filter(({ officer }) => officer !== null).map(fromProject),
    rename: async (id, name) => fromProject(await call('rename_project', uuid(id), storable(name))),
    delete: async id => call('delete_project', uuid(id)),
    files: async id => (await call<ProjectFile[]>('list_project_files', uuid(id))).map(fromFile),
    putFile: async (id, { name, text, tokens }) =>
      call('put_project_file', uuid(id), storable(name), storable(text), tokens),
    deleteFile: async (id, name) => call('delete_project_file', uuid(id), storable(name)),
  }
}

export function memories(call: Call): Memories {
  return {
    put: async (conversation, text) =>
      call('put_memory', uuid(conversation), storable(text), indexed(text.slice(0, 200_000))),
    get: async conversation => {
      const memory = await call<Memory | null>('get_memory', uuid(conversation))
      return memory && fromMemory(memory)
    },
    list: async ({ project, limit = 50 } = {}) =>
      (await call<Memory[]>('list_memories', within(project), limit)).map(fromMemory),
    search: async (query, { project, limit = 10 } = {}) =>
      (await call<Memory[]>('search_memories', searchQuery(query), within(project), limit, exactQuery(query))).map(
        fromMemory,
      ),
    delete: async conversation => call('delete_memory', uuid(conversation)),
  }
}

export function runs(call: Call): Runs {
  return {
    attach: async ({ id, conversation, client }) => call('attach_run', id, uuid(conversation), client),
    beat: async id => call('beat_run', id),
    leave: async id => call('leave_run', id),
    unclean: async ({ silentMs }) => (await call<Recovery[]>('unclean_runs', silentMs)).map(fromRecovery),
  }
}

export function states(call: Call, kind: 'calibration' | 'breaker' | 'report' | 'prose'): States {
  return {
    get: async name => call('get_state', kind, storable(name)),
    put: async (name, state) => call('put_state', kind, storable(name), JSON.stringify(state)),
    list: async () =>
      (await call<NamedState[]>('list_states', kind)).map(({ name, ...rest }) => ({ ...rest, name: asSent(name) })),
    delete: async name => call('delete_state', kind, storable(name)),
  }
}

export function allowances(call: Call): Allowances {
  return {
    take: async ({ name, everyMs, maxAheadMs, storage }) =>
      call('take_allowance', storable(name), everyMs, maxAheadMs, storage === 'measured'),
    spend: async dollars => call('spend', dollars),
  }
}

export function answered(call: Call): Answered {
  return {
    note: async names => call('note_answered', names.map(storable)),
    knows: async names => call('are_answered', names.map(storable)),
  }
}

const within = (project: string | undefined): string | null => (project === undefined ? null : uuid(project))

const fromProject = (answer: Project): Project => ({ ...answer, name: asSent(answer.name) })

/** A file as it was added. */
export const fromFile = <File extends Pick<ProjectFile, 'name' | 'text'>>(file: File): File => ({
  ...file,
  name: asSent(file.name),
  text: asSent(file.text),
})

const fromMemory = (answer: Memory): Memory => ({
  ...answer,
  title: restoreText(answer.title),
  text: asSent(answer.text),
})

const fromRecovery = (answer: Recovery): Recovery => ({
  ...answer,
  title: restoreText(answer.title),
  checkpoint: answer.checkpoint && fromCheckpoint(answer.checkpoint),
})
