import type { RunTask } from './run-task.ts'

/** Letters of JSON that are parsed in a few milliseconds, whatever they are. */
const maxLetters = 500_000

export const isLongJson = (text: string): boolean => text.length > maxLetters

/** Parses JSON: a short text here, a long one where the runner runs long tasks, so that nobody waits for it. */
export const parseLongJson = async (text: string, runTask: RunTask | undefined): Promise<unknown> =>
  runTask !== undefined && isLongJson(text) ? runTask('parseJson', text) : JSON.parse(text)
