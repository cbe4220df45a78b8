import type { Fold } from 'longhand'
import { z } from 'zod'
import { projectFileSchema } from './app.ts'
import { receiptSchema } from './compaction.ts'
import { statusSchema } from './conversation.ts'
import { int, named, time } from './named.ts'

const depth = int.min(1)
const span = z.strictObject({ from: depth, to: depth })

/** What a view shows in place of folded messages. */
export const foldSchema = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.enum(['summary', 'digest']),
      span,
      kept: z.array(depth),
      text: z.string(),
      tag: z.string().regex(/^[A-Za-z][\w-]*$/),
      count: int.min(0),
    }),
    z.strictObject({ type: z.literal('trim'), span, limit: int.min(0), count: int.min(0) }),
  ])
  .meta({ ref: 'Fold' }) satisfies z.ZodType<Fold>

/** A part has a type; what else it has is its own business. */
const part = z.looseObject({ type: z.string() })

const message = named('Message', { role: z.enum(['system', 'user', 'assistant', 'tool']), parts: z.array(part) })

const shown = {
  id: z.string(),
  depth,
  at: time,
  model: z.string().optional(),
  ending: z.enum(['interrupted', 'stopped', 'failed']).optional(),
  continues: z.literal(true).optional(),
  usage: z.strictObject({ input: int, output: int }).optional(),
  cost: z.number().optional(),
  ms: z.number().optional(),
  fork: z.strictObject({ index: int, of: int, lines: z.array(z.string()) }).optional(),
}

const entry = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('message'),
      number: int.min(1),
      message,
      count: int,
      ...shown,
    }),
    z.strictObject({
      type: z.literal('compaction'),
      version: int,
      base: z.string().nullable(),
      edits: z.string().nullable(),
      folds: z.array(foldSchema),
      receipt: receiptSchema.optional(),
      ...shown,
    }),
    z.strictObject({ type: z.enum(['undo', 'redo']), compaction: z.string(), ...shown }),
    z.strictObject({ type: z.literal('protection'), span, action: z.enum(['protect', 'release']), ...shown }),
  ])
  .meta({ ref: 'Entry' })

/** A page of what was said. */
export const entryPageSchema = named('EntryPage', { entries: z.array(entry), more: z.boolean() })

/** What the model reads. */
export const viewSchema = named('View', {
  messages: z.array(
    z.strictObject({
      kind: z.enum(['verbatim', 'trimmed', 'summary', 'digest', 'stand-in']),
      message,
      span,
      count: z.number(),
    }),
  ),
  instructions: z.string().nullable(),
  files: z.array(projectFileSchema),
  tools: z.array(z.strictObject({ name: z.string(), description: z.string(), schema: z.json() })),
  status: statusSchema,
})
