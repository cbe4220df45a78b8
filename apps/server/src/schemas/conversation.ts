import type { ConversationRow, ConversationState } from 'longhand/client'
import { z } from 'zod'
import { progressShape } from './compaction.ts'
import { policyShape } from './policy.ts'
import { statusShape } from './status.ts'

export const conversationRowShape = z
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

export const conversationStateShape = z
  .strictObject({
    id: z.uuid(),
    title: z.string(),
    model: z.string(),
    project: z.string().nullable(),
    policy: policyShape,
    version: z.number().int(),
    head: z.number().int(),
    status: statusShape,
    compaction: z.string().nullable(),
    canUndo: z.boolean(),
    canRedo: z.boolean(),
    turn: z.strictObject({ id: z.string() }).nullable(),
    compacting: progressShape.nullable(),
    offer: z.string().nullable(),
  })
  .meta({ ref: 'ConversationState' }) satisfies z.ZodType<ConversationState>
