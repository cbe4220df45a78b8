import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { root } from './root.mjs'

const folder = mkdtempSync(join(tmpdir(), 'keep-serving-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A server that is killed at its first start and ends by itself at its second. */
const server = join(folder, 'server.mjs')
writeFileSync(
  server,
  "console.log(process.env.BROWSER); process.env.BROWSER === 'none' || process.kill(process.pid, 'SIGKILL')",
)

const keep = (soonMs: number) => {
  const program = `import { keepServing } from '${join(root, 'scripts/keep-serving.mjs')}'
process.exitCode = await keepServing(['${server}'], { soonMs: ${soonMs} })`
  const env = { ...process.env, BROWSER: 'usual' }
  return spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8', env })
}

test('F7 a server that was killed is started again, without another browser', () => {
  expect(keep(0)).toMatchObject({ stdout: 'usual\nnone\n', status: 0 })
})

test('F7 one that is killed as soon as it starts is left alone', () => {
  expect(keep(600_000)).toMatchObject({ stdout: 'usual\n', status: 137 })
})
