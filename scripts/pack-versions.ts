import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { answer } from '../packages/longhand/src/testing/fake-provider/answer.ts'
import { startFakeProvider } from '../packages/longhand/src/testing/fake-provider/fake-provider.ts'
import type { Trial } from './pack-installs.ts'
import { root } from './root.mjs'
import { table } from './table.ts'

/** The versions of the AI SDK that the library is used with, each with the provider package of its time. */
const versions: readonly (readonly string[])[] = [
  ['ai@5.0.277', '@ai-sdk/anthropic@2.0.112', 'zod@4.6.7'],
  ['ai@6.0.326', '@ai-sdk/anthropic@3.0.138', 'zod@4.6.7'],
  ['ai@7.0.163', '@ai-sdk/anthropic@4.0.97', 'zod@4.6.7'],
]

/** The packed library with every version of the AI SDK that it accepts, against a provider: a table, or an error. */
export async function tryVersions(trial: Trial): Promise<string> {
  const roomy = await startFakeProvider({
    behaviour: ({ model, text }) => (model === 'writer' ? answer(summaryOf(text)) : null),
  })
  const narrow = await startFakeProvider({ window: 2_000 })
  try {
    const rows: [string, ...string[]][] = []
    for (const names of versions) {
      const outcome = await use(trial, names, [roomy.baseURL, narrow.baseURL])
      const failed = Object.entries(outcome).filter(([, isRight]) => !isRight)
      if (failed.length > 0) throw new Error(`With ${names[0]}: not so: ${failed.map(([name]) => name).join(', ')}.`)
      rows.push([names[0]!, Object.keys(outcome).join(', ')])
    }
    return table(['with', 'what works'], rows)
  } finally {
    await Promise.all([roomy.close(), narrow.close()])
  }
}

async function use({ library, folder, env }: Trial, names: readonly string[], urls: readonly string[]) {
  const place = join(folder, names[0]!)
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'package.json'), '{ "private": true, "type": "module" }\n')
  copyFileSync(join(root, 'scripts/consumer/ai-versions.mjs'), join(place, 'use.mjs'))
  const installed = spawnSync('npm', ['install', '--no-audit', '--no-fund', ...names, library], {
    ...{ cwd: place, env, encoding: 'utf8' },
  })
  // A peer that is not accepted ends the installation.
  if (installed.status !== 0) throw new Error(`npm install ${names.join(' ')}:\n${installed.stdout}${installed.stderr}`)
  const child = spawn(process.execPath, ['use.mjs', ...urls], { cwd: place, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  if (code !== 0) throw new Error(`With ${names[0]}:\n${stdout}${stderr}`)
  return JSON.parse(stdout.trim().split('\n').at(-1)!) as Readonly<Record<string, boolean>>
}

/** A summary that passes the checks: what was asked and answered, with the names that were used. */
const summaryOf = (text: string): string => `## Goal
The person asks one question after the other: what of each file.

## State
Every question so far got its answer and some more words: ${[...new Set(text.match(/src\/file\d+\.ts/g))].join(', ')}.

## Next steps
Answer the next question about the next file.`
