import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readEnvironment } from '@longhand/server/environment'
import { expect, test } from 'vitest'
import { checkConfig } from './check-config.ts'

test('H6 doctor says what is in force and where each value came from, and names a variable that nobody reads', () => {
  const folder = mkdtempSync(join(tmpdir(), 'longhand-doctor-'))
  const file = join(folder, 'longhand.config.yaml')
  writeFileSync(file, 'compact:\n  threshold: 0.6\nmodels:\n  openai/gpt-5.2: { window: 64000 }\n')
  const variables = { LONGHAND_CONFIG: file, LONGHAND_COMPACT_TARGET: '0.3', LONGHAND_COMPACT_TRESHOLD: '0.5' }
  const environment = readEnvironment(variables, { set: ['log.level=warn'] })
  const told = checkConfig(environment, variables).map(
    ({ status, message, fix }) => `${status}: ${message} (${fix ?? ''})`,
  )
  rmSync(folder, { recursive: true })
  expect(told).toEqual([
    `ok: ${file} ()`,
    'ok: all of it applies: you named the file ()',
    `ok: compact.threshold = 0.6 (${file}:2)`,
    `ok: models.openai/gpt-5.2.window = 64000 (${file}:4)`,
    'ok: compact.target = 0.3 (LONGHAND_COMPACT_TARGET)',
    'ok: log.level = "warn" (--set)',
    'note: LONGHAND_COMPACT_TRESHOLD is not used by Longhand. (Did you mean LONGHAND_COMPACT_THRESHOLD?)',
  ])
})
