import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../root.mjs'
import { readCompose } from './compose.ts'
import { lastStep, parseDockerfile, valuesOf, wordsOf } from './dockerfile.ts'

const read = (name: string) => readFileSync(join(root, name), 'utf8')

test('H8.5 the image runs as a user without rights, keeps data in a volume, and says how it is', () => {
  const last = parseDockerfile(read('Dockerfile')).at(-1)!
  expect(lastStep(last, 'USER')).toBe('node')
  expect(lastStep(last, 'VOLUME')).toBe('/data')
  expect(lastStep(last, 'HEALTHCHECK')).toContain('/healthz')
  // How Node is set for a server is known to the program alone.
  expect(wordsOf(lastStep(last, 'CMD')!)).toEqual(['node', '/app/node_modules/@longhand/cli/main.js', 'serve'])
})

test('H8.5 compose wants what it cannot guess, makes the root read-only, and waits longer than a drain takes', () => {
  const text = read('compose.yaml')
  const variables = { POSTGRES_PASSWORD: 'p', LONGHAND_AUTH_ISSUER: 'i', LONGHAND_AUTH_JWKS_URL: 'j' }
  for (const name of Object.keys(variables))
    expect(() => readCompose(text, { ...variables, [name]: '' })).toThrow(
      `required variable ${name} is missing a value`,
    )
  const { longhand, db } = readCompose(text, variables)
  expect(longhand).toMatchObject({ read_only: true, tmpfs: ['/tmp'], cap_drop: ['ALL'] })
  expect(longhand!.environment.DATABASE_URL).toBe(
    `postgres://${db!.environment.POSTGRES_USER}:p@db:5432/${db!.environment.POSTGRES_DB}`,
  )
  expect(Number.parseInt(longhand!.stop_grace_period!, 10)).toBeGreaterThanOrEqual(
    Number(longhand!.environment.LONGHAND_SERVER_DRAIN_SECONDS) + 15,
  )
})

test('a Dockerfile is read by stages, with lines that go on and both forms of a command', () => {
  const stages = parseDockerfile('# note\nFROM a AS one\nRUN x \\\n  y\n\nFROM b\nENV A=1 B=x=y\nCMD ["c", "d"]\n')
  expect(stages).toEqual([
    { from: 'a', name: 'one', steps: [{ instruction: 'RUN', text: 'x    y' }] },
    {
      ...{ from: 'b', name: null },
      steps: [
        { instruction: 'ENV', text: 'A=1 B=x=y' },
        { instruction: 'CMD', text: '["c", "d"]' },
      ],
    },
  ])
  expect(valuesOf('A=1 B=x=y')).toEqual({ A: '1', B: 'x=y' })
  expect([wordsOf('["c", "d"]'), wordsOf('c d')]).toEqual([
    ['c', 'd'],
    ['/bin/sh', '-c', 'c d'],
  ])
})
