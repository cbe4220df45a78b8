import type { ConfigFlags } from './config/user-values.ts'
import { type Environment, readEnvironment } from './environment.ts'
import { askTrust, canAsk, saveAnswer, type Terminal } from './trust/ask-trust.ts'
import { withheldLine } from './trust/trust-text.ts'

/**
 * How to start, once it is settled whether the file of the working directory is trusted: where somebody can answer they
 * are asked, once; where nobody can, what takes trust is left out. What is left out is told in one line.
 */
export async function startEnvironment(
  variables: NodeJS.ProcessEnv,
  flags: ConfigFlags = {},
  terminal: Terminal = process,
): Promise<Environment> {
  const environment = readEnvironment(variables, flags)
  const { trust } = environment.config
  if (trust.type !== 'withheld') return environment
  const isOpen = trust.reason !== 'refused' && canAsk(terminal, variables)
  const answer = isOpen ? await askTrust(trust, terminal) : null
  if (answer !== null) keep(() => saveAnswer(trust.request, answer), terminal)
  // Read again: what has changed while somebody read the question was not what they agreed to.
  const settled = answer === null ? environment : readEnvironment(variables, flags)
  if (settled.config.trust.type === 'withheld')
    terminal.stderr.write(`longhand: ${withheldLine(settled.config.trust)}\n`)
  return settled
}

/** Where nothing can be kept, nothing is trusted. */
function keep(write: () => void, { stderr }: Terminal): void {
  try {
    write()
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException
    stderr.write(`longhand: Your answer cannot be kept in ${path} (${code}). Name the file with --config instead.\n`)
  }
}
