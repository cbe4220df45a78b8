import { extractSteps } from '../../facts/extract.ts'
import type { ExtractJob } from '../../facts/extract-job.ts'
import { selectMessagesSteps } from '../../facts/select-messages.ts'
import { runSteps } from './run-steps.ts'
import type { TaskMeter } from './task-meter.ts'
import { tasks } from './tasks.ts'

/** Runs a task somewhere. Long texts take seconds; who serves many people runs those in threads. */
export type RunTask = RunTaskOf<typeof tasks>

/** The same for any table of tasks. */
export type RunTaskOf<Table extends TaskTable> = <Name extends keyof Table & string>(
  name: Name,
  input: Parameters<Table[Name]>[0],
) => Promise<ReturnType<Table[Name]>>

/** Pure functions of plain data, by name. */
export type TaskTable = { readonly [name: string]: (input: never, meter: TaskMeter) => unknown }

/** Where tasks are run: where the tools say, or else here, the longest of them in steps between which others have their turn. */
export const taskRunner = ({ runTask, meter }: TaskTools): RunTask =>
  runTask ??
  (async (name, input) => {
    const inSteps = name === 'extract' ? extractSteps : name === 'selectMessages' ? selectMessagesSteps : null
    if (inSteps === null) return tasks[name](input as never, meter) as never
    const job = { ...(input as Omit<ExtractJob, 'count'>), count: meter.countText }
    return runSteps<unknown>(inSteps(job)) as never
  })

type TaskTools = { readonly runTask?: RunTask; readonly meter: TaskMeter }
