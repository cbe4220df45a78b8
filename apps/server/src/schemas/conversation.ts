import type { ConversationRow, ConversationState } from 'longhand/client'
import { z } from 'zod'
import { progressSchema } from './compaction.ts'
import { policySchema } from './policy.ts'
import { statusSchema } from './status.ts'

export const conversationRowSchema = z
  .strictObject({
    id: z.uuid(),
    title: z.string(),
    preview: z.strictObject({ role: z.enum(['user', 'assistant']), text: z.string() }).nullable(),
    updatedAt: z.iso.datetime(),
    messages: z.number().int(),
    checkpoints: z.number().int(),
    compactions: z.number().int(),
    used: z.number(),
    window: z.number().nullable(),
    model: z.string(),
    project: z.string().nullable(),
  })
  .meta({ ref: 'ConversationRow' }) satisfies z.ZodType<ConversationRow>

export const conversationStateSchema = z
  .strictObject({
    id: z.uuid(),
    title: z.string(),
    model: z.string(),
    project: z.string().nullable(),
    policy: policySchema,
    version: z.number().int(),
    head: z.number().int(),
    status: statusSchema,
    compaction: z.string().nullable(),
    canUndo: z.boolean(),
    canRedo: z.boolean(),
    turn: z.strictObject({ id: z.string() }).nullable(),
    compacting: progressSchema.nullable(),
    offer: z.string().nullable(),
  })
  .meta({ ref: 'ConversationState' }) satisfies z.ZodType<ConversationState>
