import type { Command } from 'commander'
import { lazy, withServerOptions } from '../../run-command.ts'

/** `longhand mcp`: stored conversations for any agent that speaks MCP. */
export function addMcp(program: Command): void {
  const mcp = program
    .command('mcp')
    .summary('let an agent search and read the stored conversations, over MCP')
    .description(
      'Speaks the Model Context Protocol on standard input and output, for agents that start it. Its tools are search, recall and stats; they read and change nothing.',
    )
  withServerOptions(mcp)
    .addHelpText('after', examples)
    .action(lazy(async () => (await import('./run-mcp.ts')).runMcp))
}

const examples = `
Examples:
  claude mcp add longhand -- longhand mcp
  longhand mcp --data ~/elsewhere`
