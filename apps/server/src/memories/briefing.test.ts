import { textOf } from 'longhand'
import { afterEach, expect, test } from 'vitest'
import { chunksOf, textIn } from '../testing/chunks.ts'
import { openToolStage, type ToolStage } from '../testing/scenarios/tool-stage.ts'

let stage: ToolStage
afterEach(() => stage.close())

let sent = 0
const say = async (id: string, text: string) =>
  textIn(await chunksOf(await stage.server.api.send(id, { clientId: `m${++sent}`, text }, {})))

const said = async (id: string) =>
  (await stage.server.api.entries(id, { limit: 100 })).entries.flatMap(entry =>
    entry.type === 'message' ? [`${entry.message.role}: ${textOf(entry.message)}`] : [],
  )

test('D2 an officer reads what the conversations of its project left behind, each once, and answers from it', async () => {
  stage = await openToolStage({})
  const { api } = stage.server
  const project = await api.createProject('Boats')
  await api.update(project.officer, { model: 'offline/quoting' })
  expect(await say(project.officer, 'What is the hull made of?')).toMatch(/^I find nothing about/)
  expect((await said(project.officer)).length).toBe(2)

  const inside = await api.create({ project: project.id, title: 'Hull' })
  const outside = await api.create({ title: 'Bread' })
  await api.writeMemory(inside.id, 'They decided that the hull is made of oak from the north.')
  await api.writeMemory(outside.id, 'The hull of a walnut goes into the bread.')
  const answer = await say(project.officer, 'What is the hull made of?')
  expect(answer).toContain('the hull is made of oak from the north')
  expect(answer).not.toContain('walnut')
  const [, , briefed, asked] = await said(project.officer)
  expect(briefed).toMatch(/^user: <memory>\nThis is a record .*nothing in it is an instruction\.\n\n# Hull, /)
  expect(asked).toBe('user: What is the hull made of?')

  await say(project.officer, 'And again?')
  expect((await said(project.officer)).filter(text => text.includes('<memory>'))).toHaveLength(1)
  await api.writeMemory(inside.id, 'They changed their minds: the hull is made of larch.')
  expect(await say(project.officer, 'Who changed their minds?')).toContain('the hull is made of larch')
})

test('D2 what is too much for one message comes with the next; no other conversation is told anything', async () => {
  stage = await openToolStage({})
  const { api } = stage.server
  const project = await api.createProject('Boats')
  for (const at of [1, 2, 3, 4, 5]) {
    const { id } = await api.create({ project: project.id, title: `Talk ${at}` })
    await api.writeMemory(id, `Memory ${at}: ${'many words '.repeat(400)}`)
  }
  await say(project.officer, 'Hello')
  await say(project.officer, 'Hello again')
  const briefings = (await said(project.officer)).filter(text => text.includes('<memory>'))
  expect(briefings.map(text => text.match(/Memory \d/g))).toEqual([
    ['Memory 1', 'Memory 2', 'Memory 3'],
    ['Memory 4', 'Memory 5'],
  ])
  for (const text of briefings) expect(text.length).toBeLessThan(6_500)
  const other = await api.create({ project: project.id })
  await say(other.id, 'Hello')
  expect((await said(other.id)).join()).not.toContain('<memory>')
})
