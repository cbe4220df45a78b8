import type { Fold } from 'longhand'
import { z } from 'zod'

const depth = z.number().int().min(1)
const span = z.strictObject({ from: depth, to: depth })

/** What stands in a view for messages that are no longer shown whole. */
export const foldSchema = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.enum(['summary', 'digest']),
      span,
      kept: z.array(depth),
      text: z.string(),
      tag: z.string().regex(/^[A-Za-z][\w-]*$/),
      count: z.number().int().min(0),
    }),
    z.strictObject({ type: z.literal('trim'), span, limit: z.number().int().min(0), count: z.number().int().min(0) }),
  ])
  .meta({ ref: 'Fold' }) satisfies z.ZodType<Fold>
