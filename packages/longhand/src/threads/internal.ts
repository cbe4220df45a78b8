// What our own programs use of this room and nobody else: a door of the workspace, which is not published.
export { runTask } from './run-task.ts'
export { startWatchdog, type Watchdog } from './watchdog.ts'
