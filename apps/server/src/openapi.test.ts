import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import {
  commandAnswerShape,
  failureShape,
  learntShape,
  memoryShape,
  modelShape,
  projectShape,
  providerShape,
  providerTryShape,
  settingsShape,
  toolServerShape,
} from './schemas/app.ts'
import { compactAnswerShape, receiptShape } from './schemas/compaction.ts'
import { conversationRowShape, conversationStateShape } from './schemas/conversation.ts'
import { entryPageShape, viewShape } from './schemas/entry.ts'
import { branchShape, checkpointShape, hitShape, recoveryShape } from './schemas/place.ts'
import { statusShape } from './schemas/status.ts'
import { ask, fill } from './testing/fill.ts'
import { type Started, start } from './testing/start.ts'

let server: Started
let id: string
beforeAll(async () => {
  server = await start({ window: 4_000, policy: { keep: { by: 'messages', amount: 2 } } })
  id = await fill(
    server,
    Array.from({ length: 8 }, (_, at) => `The price of item ${at} is ${at}00 euros. `.repeat(3)),
  )
})
afterAll(() => server.close())

type Operation = { readonly responses: Readonly<Record<string, unknown>>; readonly summary?: string }
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

test('H1 the OpenAPI document tells of every route what it does, answers and says when it fails', async () => {
  const { paths } = (await (await fetch(`${server.url}/openapi.json`)).json()) as { paths: Paths }
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ route: `${method.toUpperCase()} ${path}`, operation })),
  )
  const routes = operations.map(({ route }) => route)
  expect(routes).toContain('POST /api/conversations/{id}/messages')
  expect(routes).toContain('PATCH /api/conversations/{id}/checkpoints/{checkpoint}')
  expect(routes.length).toBeGreaterThan(45)
  for (const { operation } of operations) {
    expect(operation.summary).toMatch(/^[A-Z]/)
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['default']))
  }
})

const at = () => `/api/conversations/${id}`

test.each([
  ['GET', () => '/api/conversations', undefined, z.array(conversationRowShape).min(1)],
  ['GET', at, undefined, conversationStateShape],
  ['POST', () => `${at()}/compact`, { preview: true }, compactAnswerShape],
  ['POST', () => `${at()}/compact`, { force: true }, compactAnswerShape],
  ['POST', () => `${at()}/compact`, {}, compactAnswerShape],
  ['GET', () => `${at()}/compactions`, undefined, z.array(receiptShape).min(1)],
  ['GET', () => `${at()}/view`, undefined, viewShape],
  ['POST', () => `${at()}/compactions/undo`, {}, conversationStateShape],
  ['POST', () => `${at()}/compactions/redo`, {}, conversationStateShape],
  ['PATCH', () => `${at()}/compactions/current`, { text: 'Prices.' }, conversationStateShape],
  ['POST', () => `${at()}/protection`, { number: 3, wish: 'protect' }, conversationStateShape],
  ['GET', () => `${at()}/entries`, undefined, entryPageShape],
  ['GET', () => `${at()}/status`, undefined, statusShape],
  ['POST', () => `${at()}/checkpoints`, { label: 'Here', tags: ['x'] }, checkpointShape],
  ['GET', () => `${at()}/checkpoints`, undefined, z.array(checkpointShape).min(1)],
  ['POST', () => `${at()}/branches/fork`, {}, conversationStateShape],
  ['GET', () => `${at()}/branches`, undefined, z.array(branchShape).min(1)],
  ['POST', () => `${at()}/commands`, { text: '/context' }, commandAnswerShape],
  ['GET', () => '/api/search?q=price', undefined, z.array(hitShape).min(1)],
  ['GET', () => '/api/recovery', undefined, z.array(recoveryShape)],
  ['GET', () => '/api/models', undefined, z.array(modelShape).min(1)],
  ['GET', () => '/api/learnt', undefined, z.array(learntShape)],
  ['GET', () => '/api/providers', undefined, z.array(providerShape)],
  ['POST', () => '/api/providers/test/test', {}, providerTryShape],
  ['GET', () => '/api/settings', undefined, settingsShape],
  ['GET', () => '/api/tools', undefined, z.array(toolServerShape)],
  ['POST', () => '/api/projects', { name: 'Mill' }, projectShape],
  ['GET', () => '/api/projects', undefined, z.array(projectShape).min(1)],
  ['GET', () => '/api/memories?q=price', undefined, z.array(memoryShape)],
  ['PUT', () => `${at()}/memory`, { text: 'Prices.' }, memoryShape],
  ['GET', () => `${at()}/memory`, undefined, memoryShape],
  ['GET', () => '/api/memories', undefined, z.array(memoryShape).min(1)],
  ['GET', () => '/api/conversations/none', undefined, failureShape],
])('H1 %s %s answers in the shape that is promised', async (method, path, body, shape) => {
  const answer = await (await ask(server, method, path(), body)).json()
  const { error } = (shape as z.ZodType).safeParse(answer)
  expect({ answer, issues: error?.issues ?? [] }).toEqual({ answer, issues: [] })
})
