import type { WindowStatus } from 'longhand'
import { z } from 'zod'

const tokens = z.number().min(0)

/** How full a window is. */
export const statusSchema = z
  .strictObject({
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
  })
  .meta({ ref: 'Status' }) satisfies z.ZodType<WindowStatus>
