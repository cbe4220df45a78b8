import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { flagOptions } from '../apps/server/src/read-flags.ts'
import packageFile from '../package.json' with { type: 'json' }
import { root } from './root.mjs'

const npmStart = (...args: readonly string[]) =>
  promisify(execFile)('node', ['scripts/start.mjs', ...args], { cwd: root, env: { ...process.env, PORT: '1' } })

test.each(['--help', '-h'])('H6 npm start -- %s lists every flag and starts nothing', async flag => {
  const { stdout, stderr } = await npmStart('--port', '1', flag)
  expect(stderr).toBe('')
  expect([...stdout.matchAll(/^ {2}--(\w+) [A-Z]/gm)].map(([, name]) => name)).toEqual(Object.keys(flagOptions))
  expect(stdout).not.toContain('Longhand is at')
})

test.each(['--version', '-v'])('H6 npm start -- %s says the version and starts nothing', async flag => {
  expect(await npmStart(flag)).toEqual({ stdout: `${packageFile.version}\n`, stderr: '' })
})
