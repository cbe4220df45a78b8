import type { ErrorResponse } from 'longhand/client'
import type {
  CalibrationRow,
  ClientWindowRow,
  CommandResponse,
  ConnectionTestResult,
  LocalServerRow,
  MemoryRow,
  ModelRow,
  ProjectFileRow,
  ProjectRow,
  ProviderRow,
  ProviderTestResult,
  Settings,
  ToolServerRow,
} from 'longhand/internal/client'
import { errorCodes } from 'longhand/internal/core'
import { z } from 'zod'
import { int, named, time } from './named.ts'
import { policySchema } from './policy.ts'

export const modelSchema = named('Model', {
  id: z.string(),
  name: z.string(),
  provider: z.string(),
  window: z.number().nullable(),
  source: z.enum(['own', 'registry', 'guess']),
  output: z.number().nullable(),
  offline: z.boolean(),
  prices: z.strictObject({ input: z.number(), output: z.number() }).nullable(),
}) satisfies z.ZodType<ModelRow>

export const calibrationSchema = named('Calibration', {
  model: z.string(),
  ratio: z.number(),
  window: z.number().nullable(),
  at: time,
}) satisfies z.ZodType<CalibrationRow>

export const clientWindowSchema = named('ClientWindow', {
  client: z.string(),
  model: z.string(),
  tokens: z.number(),
  window: z.number(),
  conversation: z.string().nullable(),
  at: time,
  until: time,
}) satisfies z.ZodType<ClientWindowRow>

export const providerSchema = named('Provider', {
  name: z.string(),
  variable: z.string().nullable(),
  key: z.enum(['environment', 'file', 'page', 'none']),
  host: z.string().nullable(),
  state: z.enum(['open', 'closed']),
  connected: z.boolean(),
}) satisfies z.ZodType<ProviderRow>

export const providerTestSchema = named('ProviderTestResult', {
  outcome: z.enum(['works', 'failed']),
  sentence: z.string(),
}) satisfies z.ZodType<ProviderTestResult>

export const connectionTestSchema = z
  .discriminatedUnion('outcome', [
    z.strictObject({ outcome: z.literal('failed'), sentence: z.string() }),
    z.strictObject({
      outcome: z.literal('works'),
      sentence: z.string(),
      baseURL: z.string().nullable(),
      models: z.array(z.string()),
      suggested: z.array(z.string()),
    }),
  ])
  .meta({ ref: 'ConnectionTestResult' }) satisfies z.ZodType<ConnectionTestResult>

export const localServerSchema = named('LocalServer', {
  name: z.string(),
  baseURL: z.string(),
  models: z.array(z.string()),
}) satisfies z.ZodType<LocalServerRow>

export const settingsSchema = named('Settings', {
  policy: policySchema,
  model: z.string(),
  summaryModel: z.string(),
  fastModel: z.string(),
  instructions: z.string(),
  titles: z.enum(['model', 'first-words']).exactOptional(),
  windows: z.record(z.string(), z.number()),
  file: z.string().nullable(),
  origins: z.record(z.string(), z.string()),
}) satisfies z.ZodType<Settings>

export const toolServerSchema = named('ToolServer', {
  name: z.string(),
  state: z.enum(['starting', 'up', 'down']),
  tools: z.array(z.strictObject({ name: z.string(), description: z.string() })),
}) satisfies z.ZodType<ToolServerRow>

export const projectSchema = named('Project', {
  id: z.uuid(),
  name: z.string(),
  officer: z.uuid(),
  instructions: z.string().nullable(),
  conversations: int,
  createdAt: z.number(),
}) satisfies z.ZodType<ProjectRow>

export const projectFileSchema = named('ProjectFile', {
  name: z.string(),
  text: z.string(),
  tokens: int,
  at: time,
}) satisfies z.ZodType<ProjectFileRow>

export const memorySchema = named('Memory', {
  conversation: z.uuid(),
  title: z.string(),
  project: z.string().nullable(),
  text: z.string(),
  at: time,
}) satisfies z.ZodType<MemoryRow>

export const commandSchema = named('CommandResponse', {
  type: z.string(),
  sentence: z.string(),
  value: z.unknown().optional(),
}) satisfies z.ZodType<CommandResponse>

/** What every failed request answers with. */
export const errorSchema = named('ErrorResponse', {
  code: z.enum(errorCodes),
  sentence: z.string(),
  retryAfterMs: z.number().exactOptional(),
  details: z.record(z.string(), z.union([z.string(), z.number()])).exactOptional(),
}) satisfies z.ZodType<ErrorResponse>
