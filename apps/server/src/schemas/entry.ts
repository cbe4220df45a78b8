import { z } from 'zod'
import { receiptSchema } from './compaction.ts'
import { foldSchema } from './fold.ts'
import { statusSchema } from './status.ts'

const span = z.strictObject({ from: z.number().int(), to: z.number().int() })

/** A part has a type; what else it has is its own business. */
const part = z.looseObject({ type: z.string() })

const message = z
  .strictObject({ role: z.enum(['system', 'user', 'assistant', 'tool']), parts: z.array(part) })
  .meta({ ref: 'Message' })

const shown = {
  id: z.string(),
  depth: z.number().int().min(1),
  at: z.iso.datetime(),
  model: z.string().optional(),
  ending: z.enum(['interrupted', 'stopped', 'failed']).optional(),
  fork: z.strictObject({ index: z.number().int(), of: z.number().int(), lines: z.array(z.string()) }).optional(),
}

const entry = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('message'),
      number: z.number().int().min(1),
      message,
      count: z.number().int(),
      ...shown,
    }),
    z.strictObject({
      type: z.literal('compaction'),
      version: z.number().int(),
      base: z.string().nullable(),
      edits: z.string().nullable(),
      folds: z.array(foldSchema),
      receipt: receiptSchema.optional(),
      ...shown,
    }),
    z.strictObject({ type: z.enum(['undo', 'redo']), compaction: z.string(), ...shown }),
    z.strictObject({ type: z.literal('protection'), span, wish: z.enum(['protect', 'release']), ...shown }),
  ])
  .meta({ ref: 'Entry' })

/** A page of what was said. */
export const entryPageSchema = z.strictObject({ entries: z.array(entry), more: z.boolean() }).meta({ ref: 'EntryPage' })

/** What the model reads. */
export const viewSchema = z
  .strictObject({
    messages: z.array(
      z.strictObject({
        kind: z.enum(['verbatim', 'trimmed', 'summary', 'digest', 'stand-in']),
        message,
        span,
        count: z.number(),
      }),
    ),
    status: statusSchema,
  })
  .meta({ ref: 'View' })
