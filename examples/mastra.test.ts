import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { behave } from '../packages/longhand/src/testing/fake-provider/behaviours.ts'
import { startFakeProvider } from '../packages/longhand/src/testing/fake-provider/fake-provider.ts'

// Mastra brings 180 packages, which nothing else here needs: its example has a lockfile of its own.
const folder = join(import.meta.dirname, 'mastra')
const isInstalled = existsSync(join(folder, 'node_modules'))
if (!isInstalled) console.log('! Mastra is not installed, so its example is skipped: npm ci in examples/mastra.')

test.runIf(isInstalled)(
  'L12 mastra keeps all in its memory, reads what fits, and goes on after a refusal as too long',
  async () => {
    const fake = await startFakeProvider()
    fake.script(...Array.from({ length: 12 }, () => behave('tool-loop', 99)), behave('overflow'))
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'agent.ts')], {
      env: { ...process.env, OPENAI_BASE_URL: fake.baseURL },
    })
    const requests = fake.calls.map(({ request }) => request)
    await fake.close()
    expect(stdout).toMatch(
      /the build passes.*\n[1-9]\d* compactions; \d+ of 4,000 tokens are used \((?:reported|estimated)\)\.\nA summary is not in the memory\./,
    )
    expect(requests).toHaveLength(14)
    for (const { text, size } of requests) {
      for (const said of ['Be brief.', 'src/keep.ts']) expect(text).toContain(said)
      expect(size).toBeLessThan(4_000)
    }
    const [refused, sent] = requests.slice(-2)
    expect(sent!.size).toBeLessThan(refused!.size)
  },
  60_000,
)
