// Long work on texts, out of everyone else's way. Short work stays where it is asked for.
export { createPool, type Pool, type PoolOptions } from './pool.ts'
export { runTask } from './run-task.ts'
export { startWatchdog, type Watchdog, type WatchdogOptions } from './watchdog.ts'
