import type { Message } from '../core/message.ts'
import { quote } from '../core/quoting/quote.ts'
import type { TaskTable } from '../engine/run-task.ts'
import { tasks as engineTasks } from '../engine/tasks.ts'
import { readTranscript as read } from '../wire/read-transcript.ts'
import type { Format, Transcript } from '../wire/transcript.ts'

/** Everything that the threads can be asked for. */
export const tasks = {
  ...engineTasks,

  quote: (messages: readonly Message[]): string => quote(messages),

  importTranscript: ({ text, format }: { readonly text: string; readonly format: Format | null }): Transcript =>
    read(text, format),
} satisfies TaskTable
