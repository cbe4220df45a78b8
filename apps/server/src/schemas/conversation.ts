import type { WindowStatus } from 'longhand'
import type { ConversationRow, ConversationState } from 'longhand/client'
import type { DeletedRow, RevertResponse, UsageResponse } from 'longhand/internal/client'
import { z } from 'zod'
import { progressSchema } from './compaction.ts'
import { int, named, time } from './named.ts'
import { policySchema } from './policy.ts'

const tokens = z.number().min(0)

/** How full a window is. */
export const statusSchema = named('Status', {
  used: tokens,
  window: tokens.nullable(),
  reserved: tokens,
  available: tokens.nullable(),
  share: z.number().nullable(),
  level: z.enum(['green', 'yellow', 'red']),
  source: z.enum(['reported', 'estimated', 'unknown']),
  breakdown: z.strictObject({
    system: tokens,
    tools: tokens,
    summary: tokens,
    protected: tokens,
    messages: tokens,
    attachments: tokens,
  }),
}) satisfies z.ZodType<WindowStatus>

export const conversationRowSchema = named('ConversationRow', {
  id: z.uuid(),
  title: z.string(),
  preview: z.strictObject({ role: z.enum(['user', 'assistant']), text: z.string() }).nullable(),
  updatedAt: time,
  messages: int,
  checkpoints: int,
  compactions: int,
  used: z.number(),
  window: z.number().nullable(),
  model: z.string(),
  project: z.string().nullable(),
  client: z.string().nullable(),
  pinned: z.boolean(),
}) satisfies z.ZodType<ConversationRow>

export const deletedRowSchema = named('DeletedConversation', {
  id: z.uuid(),
  title: z.string(),
  messages: int,
  deletedAt: time,
  keptUntil: time,
}) satisfies z.ZodType<DeletedRow>

export const conversationStateSchema = named('ConversationState', {
  id: z.uuid(),
  title: z.string(),
  model: z.string(),
  project: z.string().nullable(),
  client: z.string().nullable(),
  policy: policySchema,
  instructions: z.string().nullable(),
  temperature: z.number().nullable(),
  version: int,
  head: int,
  status: statusSchema,
  protected: z.array(z.strictObject({ from: int, to: int, count: tokens })),
  compaction: z.string().nullable(),
  canUndo: z.boolean(),
  canRedo: z.boolean(),
  turn: z.strictObject({ id: z.string() }).nullable(),
  compacting: progressSchema.nullable(),
  offer: z.string().nullable(),
}) satisfies z.ZodType<ConversationState>

/** The same after an undo or a redo, with what that was about. */
export const revertSchema = named('Reverted', {
  ...conversationStateSchema.shape,
  change: z.union([
    z.strictObject({ type: z.enum(['folded', 'edited']) }),
    z.strictObject({ type: z.literal('trimmed'), number: int.nullable() }),
  ]),
}) satisfies z.ZodType<RevertResponse>

/** What all answers of a conversation took. */
export const usageSchema = named('Usage', {
  answers: z.number(),
  input: z.number(),
  output: z.number(),
  ms: z.number(),
  cost: z.number(),
  unpriced: z.number(),
}) satisfies z.ZodType<UsageResponse>
