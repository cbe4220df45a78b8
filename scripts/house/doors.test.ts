import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../root.mjs'
import { doorFaults, doors } from './doors.ts'
import { parse, sources } from './source.ts'

const library = 'packages/longhand/src'

test('every import goes through a door', () => {
  expect(sources.flatMap(doorFaults)).toEqual([])
})

test.each([
  [`${library}/core/view.ts`, '../tokens/count.ts', 'core has no door to tokens'],
  [`${library}/core/view.ts`, 'zod', 'no package of core'],
  [`${library}/core/view.ts`, 'node:fs', 'no package of core'],
  [`${library}/core/view.ts`, 'fs', 'no package of core'],
  [`${library}/core/view.ts`, './fold.ts', null],
  [`${library}/core/view.test.ts`, 'fast-check', null],
  [`${library}/core/view.test.ts`, '../testing/draw.ts', null],
  [`${library}/react/Bar.tsx`, 'react/jsx-runtime', null],
  [`${library}/react/Bar.tsx`, '../engine/turn.ts', 'react has no door to engine'],
  [`${library}/attic/x.ts`, './y.ts', 'attic is not a room of the library'],
  [`${library}/index.ts`, './core/view.ts', null],
  [`${library}/index.ts`, './engine/turn.ts', 'index.ts has no door to engine'],
  [`${library}/tokens/o200k/make.ts`, 'tiktoken', null],
  [`${library}/tokens/o200k/ranks.ts`, './make.ts', 'it is run by hand'],
  [`${library}/testing/fake.ts`, '@ai-sdk/openai', null],
  ['apps/server/src/app.ts', 'longhand/engine', null],
  ['apps/server/src/app.ts', 'node:http', null],
  ['apps/server/src/app.ts', '../../../packages/longhand/src/core/view.ts', 'outside the app'],
  ['apps/server/src/app.test.ts', '../../cli/src/main.ts', 'outside the app'],
  ['apps/server/src/app.ts', '@longhand/cli', 'not declared in its package.json'],
  ['apps/cli/src/testing/terminal.ts', '@xterm/headless', null],
  ['apps/cli/src/text/wrap.ts', '@xterm/headless', 'not declared in its package.json'],
  ['apps/web/src/main.tsx', 'node:fs', 'not in a browser'],
  ['bench/core.ts', '../packages/longhand/src/core/view.ts', null],
])('%s imports %s: %s', (path, from, reason) => {
  const written = [`import '${from}'`, `export { x } from '${from}'`, `type T = import('${from}').T`]
  for (const text of written) {
    const faults = doorFaults(parse(path, text))
    expect(faults).toEqual(reason === null ? [] : [`${path} imports ${from}: ${reason}`])
  }
})

/** Rooms that have no door of their own. */
const inner = ['core', 'facts', 'prompts', 'providers']

test('every door of the package leads into a room, and every room has one or is reached through the first', () => {
  const { exports } = JSON.parse(readFileSync(join(root, 'packages/longhand/package.json'), 'utf8'))
  const names = Object.keys(exports).map(name => name.replace(/^\.\/?/, ''))
  expect(names.toSorted()).toEqual(
    ['', ...Object.keys(doors).filter(room => !inner.includes(room)), 'testing'].toSorted(),
  )
})

test('files that only pass names on are the doors, and they name what they pass on', () => {
  const faults = sources.flatMap(source => {
    const barrel =
      source.path.endsWith('/index.ts') &&
      !/^(packages\/longhand\/src\/([\w-]+\/)?|apps\/\w+\/src\/)index\.ts$/.test(source.path)
    const star = source.imports.some(({ names }) => names === 'all')
    return [...(barrel ? [`${source.path} is no door`] : []), ...(star ? [`${source.path} passes on everything`] : [])]
  })
  expect(faults).toEqual([])
})
