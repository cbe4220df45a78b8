import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import {
  calibrationSchema,
  clientWindowSchema,
  commandSchema,
  errorSchema,
  memorySchema,
  modelSchema,
  projectSchema,
  providerSchema,
  providerTestSchema,
  settingsSchema,
  toolServerSchema,
} from './schemas/app.ts'
import { compactResponseSchema, receiptSchema } from './schemas/compaction.ts'
import {
  conversationRowSchema,
  conversationStateSchema,
  deletedRowSchema,
  revertSchema,
  statusSchema,
} from './schemas/conversation.ts'
import { entryPageSchema, viewSchema } from './schemas/entry.ts'
import { branchSchema, checkpointSchema, hitSchema, recoverySchema } from './schemas/place.ts'
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
  ['GET', () => '/api/conversations', undefined, z.array(conversationRowSchema).min(1)],
  ['GET', at, undefined, conversationStateSchema],
  ['POST', () => `${at()}/compact`, { preview: true }, compactResponseSchema],
  ['POST', () => `${at()}/compact`, { force: true }, compactResponseSchema],
  ['POST', () => `${at()}/compact`, {}, compactResponseSchema],
  ['GET', () => `${at()}/compactions`, undefined, z.array(receiptSchema).min(1)],
  ['GET', () => `${at()}/view`, undefined, viewSchema],
  ['POST', () => `${at()}/compactions/undo`, {}, revertSchema],
  ['POST', () => `${at()}/compactions/redo`, {}, revertSchema],
  ['PATCH', () => `${at()}/compactions/current`, { text: 'Prices.' }, conversationStateSchema],
  ['POST', () => `${at()}/protection`, { number: 3, action: 'protect' }, conversationStateSchema],
  ['GET', () => `${at()}/entries`, undefined, entryPageSchema],
  ['GET', () => `${at()}/status`, undefined, statusSchema],
  ['POST', () => `${at()}/checkpoints`, { label: 'Here', tags: ['x'] }, checkpointSchema],
  ['GET', () => `${at()}/checkpoints`, undefined, z.array(checkpointSchema).min(1)],
  ['POST', () => `${at()}/branches/fork`, {}, conversationStateSchema],
  ['GET', () => `${at()}/branches`, undefined, z.array(branchSchema).min(1)],
  ['POST', () => `${at()}/commands`, { text: '/context' }, commandSchema],
  ['GET', () => '/api/search?q=price', undefined, z.array(hitSchema).min(1)],
  ['GET', () => '/api/recovery', undefined, z.array(recoverySchema)],
  ['GET', () => '/api/deleted', undefined, z.array(deletedRowSchema)],
  ['POST', () => `/api/deleted/${id}/restore`, {}, conversationStateSchema],
  ['GET', () => '/api/models', undefined, z.array(modelSchema).min(1)],
  ['GET', () => '/api/calibrations', undefined, z.array(calibrationSchema)],
  ['GET', () => '/api/client-windows', undefined, z.array(clientWindowSchema)],
  ['GET', () => '/api/providers', undefined, z.array(providerSchema)],
  ['POST', () => '/api/providers/test/test', {}, providerTestSchema],
  ['GET', () => '/api/settings', undefined, settingsSchema],
  ['GET', () => '/api/tools', undefined, z.array(toolServerSchema)],
  ['POST', () => '/api/projects', { name: 'Mill' }, projectSchema],
  ['GET', () => '/api/projects', undefined, z.array(projectSchema).min(1)],
  ['GET', () => '/api/memories?q=price', undefined, z.array(memorySchema)],
  ['PUT', () => `${at()}/memory`, { text: 'Prices.' }, memorySchema],
  ['GET', () => `${at()}/memory`, undefined, memorySchema],
  ['GET', () => '/api/memories', undefined, z.array(memorySchema).min(1)],
  ['GET', () => '/api/conversations/none', undefined, errorSchema],
])('H1 %s %s answers in the shape that is promised', async (method, path, body, shape) => {
  const answer = await (await ask(server, method, path(), body)).json()
  const { error } = (shape as z.ZodType).safeParse(answer)
  expect({ answer, issues: error?.issues ?? [] }).toEqual({ answer, issues: [] })
})
