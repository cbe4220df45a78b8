import { expect, test } from 'vitest'
import { publishedPackage } from '../pack-library.mjs'
import { doorFaults, doors, publicDoors } from './doors.ts'
import { parse, sources } from './source.ts'

const library = 'packages/longhand/src'
const exportsOf = (path: string): readonly string[] => sources.find(source => source.path === path)?.exports ?? []

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
  [`${library}/stores/memory/open.ts`, '../postgres/call.ts', 'the memory store has no door to postgres'],
  [`${library}/stores/embedded/open.ts`, '../postgres/call.ts', null],
  [`${library}/index.ts`, './core/view.ts', null],
  [`${library}/index.ts`, './engine/turn.ts', 'index.ts has no door to engine'],
  [`${library}/tokens/o200k/make.ts`, 'tiktoken', null],
  [`${library}/tokens/o200k/ranks.ts`, './make.ts', 'it is run by hand'],
  [`${library}/testing/fake.ts`, '@ai-sdk/openai', null],
  ['apps/server/src/app.ts', 'longhand/tokens', null],
  ['apps/server/src/app.ts', 'longhand/internal/engine', null],
  ['apps/server/src/app.ts', 'longhand/engine', 'not a door of the library'],
  ['apps/server/src/app.ts', 'longhand/internal/core/view', 'not a door of the library'],
  ['apps/server/src/app.ts', 'node:http', null],
  ['apps/server/src/app.ts', '../../../packages/longhand/src/core/view.ts', 'outside the app'],
  ['apps/server/src/app.test.ts', '../../cli/src/main.ts', 'outside the app'],
  ['apps/server/src/app.ts', '@longhand/cli', 'not declared in its package.json'],
  ['apps/cli/src/testing/terminal.ts', '@xterm/headless', null],
  ['apps/cli/src/text/wrap.ts', '@xterm/headless', 'not declared in its package.json'],
  ['apps/web/src/main.tsx', 'node:fs', 'not in a browser'],
  ['apps/web/src/main.tsx', '../../../scripts/pack-licences.mjs', 'outside the app'],
  ['apps/web/vite.config.ts', '../../scripts/pack-licences.mjs', null],
  ['bench/core.ts', '../packages/longhand/src/core/view.ts', null],
])('%s imports %s: %s', (path, from, reason) => {
  const written = [`import '${from}'`, `export { x } from '${from}'`, `type T = import('${from}').T`]
  for (const text of written) {
    const faults = doorFaults(parse(path, text))
    expect(faults).toEqual(reason === null ? [] : [`${path} imports ${from}: ${reason}`])
  }
})

test('every public door leads into a room of the library', () => {
  const rooms = Object.values(publicDoors).map(path => path.split('/')[2])
  expect(rooms.filter(room => !['index.ts', 'testing'].includes(room!) && !(room! in doors))).toEqual([])
})

test('the published package has the public doors and no other', () => {
  const { exports, devDependencies } = publishedPackage()
  expect(Object.keys(exports).toSorted()).toEqual([...Object.keys(publicDoors), './package.json'].toSorted())
  expect(devDependencies).toBeUndefined()
})

test('a name is public, or behind the internal door of its room, and not both', () => {
  const twice = sources.flatMap(({ path, exports }) => {
    const room = /^packages\/longhand\/src\/([\w-]+)\/internal\.ts$/.exec(path)?.[1]
    if (room === undefined) return []
    const open = exportsOf(`${library}/${room === 'core' ? '' : `${room}/`}index.ts`)
    return exports.filter(name => open.includes(name)).map(name => `${path} has ${name}`)
  })
  expect(twice).toEqual([])
})

/** How many names a public door may have. They are promises: the numbers only shrink, unless a new guide needs more. */
const limits: Readonly<Record<string, number>> = {
  '.': 39,
  './ai-sdk': 10,
  './langchain': 3,
  './openai-agents': 3,
  './mastra': 3,
  './openai': 6,
  './anthropic': 6,
  './memory': 4,
  './postgres': 4,
  './embedded': 4,
  './tokens': 9,
  './offline': 4,
  './wire': 8,
  './client': 12,
  './react': 11,
  './testing': 7,
  './react/parts': 4,
}

test.each(Object.entries(publicDoors))('%s has no more names than its guide needs', (door, path) => {
  expect(exportsOf(`packages/longhand/${path.slice(2)}`).length).toBeLessThanOrEqual(limits[door] ?? 0)
})

test('files that only pass names on are the doors, and they name what they pass on', () => {
  const faults = sources.flatMap(source => {
    const barrel =
      source.path.endsWith('/index.ts') &&
      !/^(packages\/longhand\/src\/((stores|testing|react)\/)?([\w-]+\/)?|apps\/\w+\/src\/)index\.ts$/.test(source.path)
    const star = source.imports.some(({ names }) => names === 'all')
    return [...(barrel ? [`${source.path} is no door`] : []), ...(star ? [`${source.path} passes on everything`] : [])]
  })
  expect(faults).toEqual([])
})
