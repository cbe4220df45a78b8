import { expect, test } from 'vitest'
import { chatOptions } from './chat-options.ts'

const project = (id: string, name: string) => ({
  ...{ id, name, officer: `${id}-officer`, instructions: null },
  ...{ conversations: 0, createdAt: 0 },
})
const api = { projects: async () => [project('p1', 'Bakery'), project('p2', 'Boats'), project('p3', 'boats')] }

test('X, D2 --project takes an id or a name, and nothing but options goes to the server', async () => {
  const flags = { model: 'offline/quoting', project: 'bakery', data: '/tmp/x' }
  expect(await chatOptions(api, flags)).toEqual({ model: 'offline/quoting', project: 'p1' })
  expect(await chatOptions(api, { project: 'p3' })).toEqual({ project: 'p3' })
  expect(await chatOptions(api, {})).toEqual({})
})

test('X, D2 a project that is not there, or not the only one, is answered with those that are', async () => {
  await expect(chatOptions(api, { project: 'Mill' })).rejects.toThrow(
    'There is no project called Mill. The projects are: Bakery, Boats, boats.',
  )
  await expect(chatOptions(api, { project: 'Boats' })).rejects.toThrow(
    'Several projects are called Boats. Use an id instead: p2, p3.',
  )
  await expect(chatOptions({ projects: async () => [] }, { project: 'Mill' })).rejects.toThrow('There are none yet.')
})
