import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import type { Trial } from './pack-installs.ts'

/** The versions of React that the parts are shown with. */
const versions = ['18.3.1', '19.3.0']

/** Shows a part of the packed library with every version of React that it accepts. */
export async function renderWithVersions({ library, folder, env }: Trial): Promise<string> {
  for (const version of versions) {
    const cwd = join(folder, `react-${version}`)
    mkdirSync(cwd, { recursive: true })
    writeFileSync(join(cwd, 'package.json'), '{ "private": true, "type": "module" }\n')
    writeFileSync(join(cwd, 'use.mjs'), program)
    const beside = [`react@${version}`, `react-dom@${version}`, 'streamdown@2.7.1', 'virtua@0.53.5']
    run('npm', ['install', '--no-audit', '--no-fund', ...beside, library], { cwd, env })
    const build = await rolldown({
      input: join(cwd, 'use.mjs'),
      cwd,
      platform: 'node',
      moduleTypes: { '.css': 'empty' },
      onLog: () => {},
    })
    await build.write({ dir: join(cwd, 'out'), entryFileNames: 'used.mjs' })
    const shown = run(process.execPath, ['out/used.mjs'], { cwd, env })
    if (!shown.includes('2,450 / 128,000 tokens')) throw new Error(`React ${version} shows:\n${shown}`)
  }
  return `the window bar is shown with ${versions.join(' and ')}`
}

const program = `
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { classic } from 'longhand'
import { LonghandProvider, WindowBar } from 'longhand/react'
const breakdown = { system: 0, tools: 0, summary: 0, protected: 0, messages: 2450, attachments: 0 }
const status = { used: 2450, window: 128000, reserved: 8000, available: 117550, share: 0.019, level: 'green', source: 'estimated', breakdown }
const bar = createElement(WindowBar, { status, policy: classic, guess: false })
console.log(renderToString(createElement(LonghandProvider, { navigate: () => {} }, bar)).replaceAll('<!-- -->', ''))
`

function run(
  command: string,
  words: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): string {
  const { status, stdout, stderr } = spawnSync(command, words, { ...options, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${words.join(' ')} ended with ${status}:\n${stdout}${stderr}`)
  return stdout
}
