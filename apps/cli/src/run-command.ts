import type { ConfigFlags, Environment } from '@longhand/server/environment'
import { restartWithServerFlags } from '@longhand/server/node-settings'
import { type Command, InvalidArgumentError } from 'commander'
import { sentenceOf } from './sentence-of.ts'
import { printError } from './text/print.ts'
import * as wording from './words/program.ts'

/** How a command ends: done, a reported error, or nothing to do. */
export type ExitCode = 0 | 1 | 3

/** The action of a command whose code is loaded when it is called. An error is one line on standard error and exit code 1. */
export function lazy<Args extends readonly unknown[]>(load: () => Promise<(...args: Args) => Promise<number>>) {
  return async (...args: Args): Promise<void> => {
    // A closed pipe or a full disk: there is no point in continuing.
    process.stdout.on('error', error => process.exit(reportError(error)))
    process.exitCode = await load()
      .then(run => run(...args))
      .catch(reportError)
  }
}

function reportError(error: unknown): 1 {
  printError(`longhand: ${sentenceOf(error)}`)
  return 1
}

/** The flags of commands that need a server. */
export type ServerFlags = Pick<ConfigFlags, 'data' | 'config' | 'set' | 'host' | 'port'>

/** Adds those flags. */
export const withServerOptions = (command: Command): Command =>
  command
    .option('--data <folder>', wording.folderOption)
    .option('--config <file>', wording.configOption)
    .option('--set <key=value>', wording.setOption, (value: string, before: readonly string[] = []) => [
      ...before,
      value,
    ])

/** For commands that may be the server for as long as they run: Node is started again with a server's settings. */
export const withServerSettings = (command: Command): Command => command.hook('preAction', restartWithServerFlags)

/** Reads the configuration, and asks about a folder that is not trusted yet. Loaded lazily, because most commands need none. */
export async function environmentOf(flags: ServerFlags): Promise<Environment> {
  const { startEnvironment } = await import('@longhand/server/start')
  return startEnvironment(process.env, flags)
}

/** Parses the value of an option that is a whole number. */
export const wholeNumber =
  (min: number, max = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const number = Number(text)
    if (text.trim() !== '' && Number.isInteger(number) && number >= min && number <= max) return number
    const range = max === Number.MAX_SAFE_INTEGER ? wording.atLeast(min) : wording.between(min, max)
    throw new InvalidArgumentError(wording.wholeNumber(range))
  }
