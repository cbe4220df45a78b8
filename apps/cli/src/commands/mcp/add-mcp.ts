import type { Command } from 'commander'
import { lazy, withServerOptions, withServerSettings } from '../../run-command.ts'
import * as wording from '../../words/mcp.ts'

/** `longhand mcp`: stored conversations for any agent that speaks MCP. */
export function addMcp(program: Command): void {
  const mcp = program.command('mcp').summary(wording.summary).description(wording.description)
  withServerSettings(withServerOptions(mcp))
    .addHelpText('after', wording.after)
    .action(lazy(async () => (await import('./run-mcp.ts')).runMcp))
}
