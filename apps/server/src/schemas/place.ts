import type { BranchRow, CheckpointRow, RecoveryRow, SearchHit } from 'longhand/internal/client'
import { z } from 'zod'
import { int, named, time } from './named.ts'

export const checkpointSchema = named('Checkpoint', {
  id: z.string(),
  label: z.string(),
  tags: z.array(z.string()),
  kind: z.enum(['manual', 'automatic', 'before-compaction', 'before-restore']),
  at: time,
  model: z.string(),
  used: z.number(),
  number: int,
  compaction: int,
}) satisfies z.ZodType<CheckpointRow>

export const branchSchema = named('Branch', {
  line: z.string(),
  head: int,
  preview: z.string(),
  at: time,
  current: z.boolean(),
}) satisfies z.ZodType<BranchRow>

export const recoverySchema = named('Recovery', {
  conversation: z.uuid(),
  title: z.string(),
  checkpoint: z.string().nullable(),
  label: z.string(),
  at: time,
  number: int,
  preview: z.string().nullable(),
  run: z.string(),
}) satisfies z.ZodType<RecoveryRow>

export const hitSchema = named('SearchHit', {
  conversation: z.uuid(),
  title: z.string(),
  number: int,
  role: z.string(),
  excerpt: z.string(),
  at: time,
}) satisfies z.ZodType<SearchHit>
