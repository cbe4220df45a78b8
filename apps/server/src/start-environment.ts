import type { ConfigFlags } from './config/user-values.ts'
import { type Environment, readEnvironment } from './environment.ts'
import { askTrust, canAsk, saveAnswer, type Terminal } from './trust/ask-trust.ts'
import { withheldLine } from './trust/trust-text.ts'

/**
 * Reads the environment. When the file of the working directory is not trusted yet, the person is asked once, if there is
 * a terminal; keys that need trust and have none are ignored, with one line that says so.
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
  if (answer !== null) trySave(() => saveAnswer(trust.request, answer), terminal)
  // Read again: the file may have changed while the person read the question.
  const settled = answer === null ? environment : readEnvironment(variables, flags)
  if (settled.config.trust.type === 'withheld')
    terminal.stderr.write(`longhand: ${withheldLine(settled.config.trust)}\n`)
  return settled
}

/** An answer that cannot be stored does not count. */
function trySave(save: () => void, { stderr }: Terminal): void {
  try {
    save()
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException
    stderr.write(`longhand: Your answer cannot be saved in ${path} (${code}). Name the file with --config instead.\n`)
  }
}
