import type { Json } from '../core/json.ts'
import type { Store } from './ports/store.ts'
import type { Conversation } from './ports/store-conversations.ts'

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

/** The project's instructions and the conversation's own, in this order; null when there are none. */
export async function instructionsFor(store: Store, conversation: Conversation): Promise<string | null> {
  // H4.3 what a program sends has instructions of its own, and they are never changed.
  if (fieldsOf(conversation.settings).relay !== undefined) return null
  const given = [await ofProject(store, conversation.project), ownInstructions(conversation.settings).instructions]
  return given.filter(text => text !== null).join('\n\n') || null
}

async function ofProject({ projects, conversations }: Store, id: string | null): Promise<string | null> {
  if (id === null) return null
  const project = (await projects.list()).find(project => project.id === id)
  return project === undefined ? null : projectInstructions(await conversations.get(project.officer))
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null)

const fieldsOf = (settings: Json): Readonly<Record<string, unknown>> =>
  typeof settings === 'object' && settings !== null ? (settings as Readonly<Record<string, unknown>>) : {}
