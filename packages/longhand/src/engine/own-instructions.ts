import type { Json } from '../core/json.ts'
import type { Store } from './ports/store.ts'
import type { Conversation } from './ports/store-conversations.ts'
import type { ProjectFile } from './ports/store-projects.ts'

/** What a person wants of the model in a conversation, beside what is said in it. */
export type OwnInstructions = { readonly instructions: string | null; readonly temperature: number | null }

/** The part of a conversation's settings that holds them, as far as it can be meant. */
export function ownInstructions(settings: Json): OwnInstructions {
  const { instructions, temperature } = fieldsOf(settings)
  return {
    instructions: textOf(instructions),
    temperature: typeof temperature === 'number' && temperature >= 0 && temperature <= 2 ? temperature : null,
  }
}

/** What is meant for all conversations of a project; the settings of its officer hold it. */
export const projectInstructions = (officer: Pick<Conversation, 'settings'>): string | null =>
  textOf(fieldsOf(officer.settings).projectInstructions)

/** What the model is told before all messages: the files of the project, its instructions, and the conversation's own. */
export type ToldBefore = { readonly instructions: string | null; readonly files: readonly ProjectFile[] }

/** The project's instructions and the conversation's own, in this order, and the files of the project. */
export async function toldBefore(store: Store, conversation: Conversation): Promise<ToldBefore> {
  // H4.3 what a program sends has instructions of its own, and they are never changed.
  if (fieldsOf(conversation.settings).relay !== undefined) return { instructions: null, files: [] }
  const { instructions, files } = await ofProject(store, conversation.project)
  const given = [instructions, ownInstructions(conversation.settings).instructions]
  return { instructions: given.filter(text => text !== null).join('\n\n') || null, files }
}

async function ofProject({ projects, conversations }: Store, id: string | null): Promise<ToldBefore> {
  const project = id === null ? undefined : (await projects.list()).find(project => project.id === id)
  if (project === undefined) return { instructions: null, files: [] }
  const [officer, files] = await Promise.all([conversations.get(project.officer), projects.files(project.id)])
  return { instructions: projectInstructions(officer), files }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null)

const fieldsOf = (settings: Json): Readonly<Record<string, unknown>> =>
  typeof settings === 'object' && settings !== null ? (settings as Readonly<Record<string, unknown>>) : {}
