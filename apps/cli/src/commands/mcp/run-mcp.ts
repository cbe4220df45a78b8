import { once } from 'node:events'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { type ExitCode, environmentOf, type ServerFlags } from '../../run-command.ts'
import { withServer } from '../../server/connection.ts'
import { offerTools } from './offer-tools.ts'

/** Answers an agent until it hangs up. */
export async function runMcp(flags: ServerFlags): Promise<ExitCode> {
  const hungUp = Promise.race([once(process.stdin, 'end'), once(process, 'SIGTERM'), once(process, 'SIGINT')])
  return withServer<ExitCode>(await environmentOf(flags), async ({ api }) => {
    const server = offerTools(api)
    await server.connect(new StdioServerTransport())
    await hungUp
    await server.close()
    return 0
  })
}
