import type { ConfigFlags, Environment } from '@longhand/server/environment'
import { sentenceOf } from './sentence-of.ts'

/** How a command ends: done, a reported error, or nothing to do. */
export type ExitCode = 0 | 1 | 3

/** Runs a command; what goes wrong is one line on standard error and the exit code of an error. */
export async function runCommand(work: () => Promise<ExitCode>): Promise<void> {
  // A closed pipe or a full disk: there is no point in continuing.
  process.stdout.on('error', error => {
    tell(error)
    process.exit(1)
  })
  try {
    process.exitCode = await work()
  } catch (error) {
    tell(error)
    process.exitCode = 1
  }
}

const tell = (error: unknown): void => console.error(`longhand: ${sentenceOf(error)}`)

/** The flags of commands that need the data. */
export type FolderFlags = Pick<ConfigFlags, 'data' | 'config' | 'set' | 'host' | 'port'>

export const folderOption = ['--data <folder>', 'where the data is (default: LONGHAND_DATA, else ~/.longhand)'] as const

export const configOption = [
  '--config <file>',
  'the configuration, which you trust by naming it (default: LONGHAND_CONFIG, else longhand.config.yaml if it is here)',
] as const

export const setOption = [
  '--set <key=value>',
  'a value that overrides the configuration, such as compact.threshold=0.7; can be repeated',
  (value: string, before: readonly string[] | undefined): readonly string[] => [...(before ?? []), value],
] as const

/**
 * How to start; a folder that is not trusted yet is asked about. Reading a configuration needs more than most commands
 * do; it is loaded when one is asked for.
 */
export async function environmentOf(flags: FolderFlags): Promise<Environment> {
  const { startEnvironment } = await import('@longhand/server/start')
  return startEnvironment(process.env, flags)
}
