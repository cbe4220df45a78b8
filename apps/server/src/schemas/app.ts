import type { ErrorResponse } from 'longhand/client'
import type {
  CalibrationRow,
  CommandResponse,
  MemoryRow,
  ModelRow,
  ProjectRow,
  ProviderRow,
  ProviderTestResult,
  Settings,
  ToolServerRow,
} from 'longhand/internal/client'
import { errorCodes } from 'longhand/internal/core'
import { z } from 'zod'
import { policySchema } from './policy.ts'

export const modelSchema = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    provider: z.string(),
    window: z.number().nullable(),
    source: z.enum(['own', 'registry', 'guess']),
    output: z.number().nullable(),
    offline: z.boolean(),
    prices: z.strictObject({ input: z.number(), output: z.number() }).nullable(),
  })
  .meta({ ref: 'Model' }) satisfies z.ZodType<ModelRow>

export const calibrationSchema = z
  .strictObject({ model: z.string(), ratio: z.number(), window: z.number().nullable(), at: z.iso.datetime() })
  .meta({ ref: 'Calibration' }) satisfies z.ZodType<CalibrationRow>

export const providerSchema = z
  .strictObject({
    name: z.string(),
    variable: z.string().nullable(),
    key: z.enum(['environment', 'file', 'none']),
    host: z.string().nullable(),
    state: z.enum(['open', 'closed']),
  })
  .meta({ ref: 'Provider' }) satisfies z.ZodType<ProviderRow>

export const providerTrySchema = z
  .strictObject({ outcome: z.enum(['works', 'failed']), sentence: z.string() })
  .meta({ ref: 'ProviderTestResult' }) satisfies z.ZodType<ProviderTestResult>

export const settingsSchema = z
  .strictObject({
    policy: policySchema,
    model: z.string(),
    summaryModel: z.string(),
    fastModel: z.string(),
    instructions: z.string(),
    windows: z.record(z.string(), z.number()),
    file: z.string().nullable(),
    origins: z.record(z.string(), z.string()),
  })
  .meta({ ref: 'Settings' }) satisfies z.ZodType<Settings>

export const toolServerSchema = z
  .strictObject({
    name: z.string(),
    state: z.enum(['starting', 'up', 'down']),
    tools: z.array(z.strictObject({ name: z.string(), description: z.string() })),
  })
  .meta({ ref: 'ToolServer' }) satisfies z.ZodType<ToolServerRow>

export const projectSchema = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    officer: z.uuid(),
    conversations: z.number().int(),
    createdAt: z.number(),
  })
  .meta({ ref: 'Project' }) satisfies z.ZodType<ProjectRow>

export const memorySchema = z
  .strictObject({
    conversation: z.uuid(),
    title: z.string(),
    project: z.string().nullable(),
    text: z.string(),
    at: z.iso.datetime(),
  })
  .meta({ ref: 'Memory' }) satisfies z.ZodType<MemoryRow>

export const commandAnswerSchema = z
  .strictObject({ type: z.string(), sentence: z.string(), value: z.unknown().optional() })
  .meta({ ref: 'CommandResponse' }) satisfies z.ZodType<CommandResponse>

/** What every failed request answers with. */
export const failureSchema = z
  .strictObject({
    code: z.enum(errorCodes),
    sentence: z.string(),
    retryAfterMs: z.number().exactOptional(),
    details: z.record(z.string(), z.union([z.string(), z.number()])).exactOptional(),
  })
  .meta({ ref: 'ErrorResponse' }) satisfies z.ZodType<ErrorResponse>
