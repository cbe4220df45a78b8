import { LonghandError } from 'longhand'
import type { Api } from 'longhand/client'
import * as wording from '../../words/chat.ts'

/** The model of new conversations and the project they belong to, when the command line names them. */
export type ChatOptions = { readonly model?: string; readonly project?: string }

/** Resolves the flags of a chat. A project is given by its id, or by its name when that is unique. */
export async function chatOptions(api: Pick<Api, 'projects'>, { model, project }: ChatOptions): Promise<ChatOptions> {
  return {
    ...(model === undefined ? {} : { model }),
    ...(project === undefined ? {} : { project: await projectId(api, project) }),
  }
}

async function projectId(api: Pick<Api, 'projects'>, wanted: string): Promise<string> {
  const projects = await api.projects()
  const same = projects.filter(({ name }) => name.toLowerCase() === wanted.trim().toLowerCase())
  const found = projects.find(({ id }) => id === wanted) ?? (same.length === 1 ? same[0] : undefined)
  if (found !== undefined) return found.id
  const ids = same.map(({ id }) => id).join(', ')
  if (same.length > 1) throw new LonghandError('conflict', wording.severalProjects(wanted, ids))
  const names = projects.map(({ name }) => name).join(', ')
  const known = names === '' ? wording.noProjectsYet : wording.knownProjects(names)
  throw new LonghandError('not-found', wording.noProject(wanted, known))
}
