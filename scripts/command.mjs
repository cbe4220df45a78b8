import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { node24 } from './node24.mjs'
import { root } from './root.mjs'

/**
 * Runs a file under Node 24 and hands it the terminal until it ends; resolves to its exit code.
 * @param {readonly string[]} args
 * @param {Record<string, string>} [more] what its environment has besides ours
 * @returns {Promise<number>}
 */
export async function takeOver(args, more = {}) {
  const child = spawn(node24(), args, { cwd: root, env: { ...environment(), ...more }, stdio: 'inherit' })
  /** @param {NodeJS.Signals} signal */
  const pass = signal => {
    // A terminal sends Ctrl-C to the child as well; passing it on would make it two, and two mean "at once".
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  for (const signal of signals) process.on(signal, pass)
  const code = await ended(child)
  for (const signal of signals) process.off(signal, pass)
  return code
}

const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * Runs a file under Node 24 in silence; resolves to its exit code and everything it printed, in order.
 * @param {readonly string[]} args
 * @param {Record<string, string>} [more] what its environment has besides ours
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function capture(args, more = {}) {
  const child = spawn(node24(), args, {
    cwd: root,
    env: { ...environment(), ...colour, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', text => {
      output += text
    })
  }
  return { code: await ended(child), output }
}

/** A program that is captured cannot see whether its words end up on a terminal. */
const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }

/** Programs that say `#!/usr/bin/env node` get the same Node. */
function environment() {
  return { ...process.env, PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter) }
}

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<number>} */
function ended(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])))
  })
}
