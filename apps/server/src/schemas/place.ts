import type { BranchRow, CheckpointRow, RecoveryRow, SearchHit } from 'longhand/internal/client'
import { z } from 'zod'

const time = z.iso.datetime()
const number = z.number().int()

export const checkpointSchema = z
  .strictObject({
    id: z.string(),
    label: z.string(),
    tags: z.array(z.string()),
    kind: z.enum(['manual', 'automatic', 'before-compaction', 'before-restore']),
    at: time,
    model: z.string(),
    used: z.number(),
    number,
    compaction: number,
  })
  .meta({ ref: 'Checkpoint' }) satisfies z.ZodType<CheckpointRow>

export const branchSchema = z
  .strictObject({ line: z.string(), head: number, preview: z.string(), at: time, current: z.boolean() })
  .meta({ ref: 'Branch' }) satisfies z.ZodType<BranchRow>

export const recoverySchema = z
  .strictObject({
    conversation: z.uuid(),
    title: z.string(),
    checkpoint: z.string().nullable(),
    label: z.string(),
    at: time,
  })
  .meta({ ref: 'Recovery' }) satisfies z.ZodType<RecoveryRow>

export const hitSchema = z
  .strictObject({
    conversation: z.uuid(),
    title: z.string(),
    number,
    role: z.string(),
    excerpt: z.string(),
    at: time,
  })
  .meta({ ref: 'SearchHit' }) satisfies z.ZodType<SearchHit>
