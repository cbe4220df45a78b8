import { takeOver } from './command.mjs'

const killed = 128 + 9

/**
 * Runs a server until it ends. One that was killed, as its watchdog does when it stands still, is started again, unless
 * it had only just started; resolves to its last exit code.
 * @param {readonly string[]} args
 * @param {{ variables?: Record<string, string>, soonMs?: number }} [options]
 * @returns {Promise<number>}
 */
export async function keepServing(args, { variables = {}, soonMs = 30_000 } = {}) {
  for (let more = variables; ; more = { ...variables, BROWSER: 'none' }) {
    const from = performance.now()
    const code = await takeOver(args, more)
    if (code !== killed || performance.now() - from < soonMs) return code
    console.error('The server was killed. Starting it again…')
  }
}
