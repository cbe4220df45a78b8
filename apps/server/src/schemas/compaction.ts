import type { CompactionProgress, CompactResponse, Receipt } from 'longhand/internal/client'
import { gateReasons, warningCodes } from 'longhand/internal/core'
import { z } from 'zod'
import { int, named, time } from './named.ts'

const share = z.number().min(0).max(1)
const numbers = z.array(int.min(1))

const gates = z.array(z.strictObject({ gate: z.enum(gateReasons), outcome: z.enum(['passed', 'repaired']) }))

const warnings = z.array(z.enum(warningCodes))

export const receiptSchema = named('Receipt', {
  id: z.string(),
  trigger: z.enum(['threshold', 'cold-cache', 'person', 'limit', 'overflow', 'model-change', 'tool']),
  strategy: z.enum(['summary', 'digest']),
  model: z.string().nullable(),
  phase: z.enum(['turn', 'background', 'by-hand']),
  method: z.enum(['summary', 'chunks', 'extract', 'truncate']),
  version: int,
  span: z.strictObject({ from: int, to: int }),
  folded: int,
  kept: int,
  before: z.number(),
  after: z.number(),
  reduction: z.number(),
  number: int.nullable(),
  whole: z.number().nullable(),
  durationMs: z.number(),
  calls: int,
  facts: int.nullable(),
  retention: share,
  retentionByKind: z.record(z.string(), share),
  cost: z.number().nullable(),
  saving: z.number().nullable(),
  gates,
  warnings,
}) satisfies z.ZodType<Receipt>

export const progressSchema = named('CompactionProgress', {
  id: z.string(),
  phase: z.enum(['started', 'completed', 'skipped', 'failed', 'cancelled']),
  startedAt: time,
  folding: int,
  keeping: int,
  receipt: receiptSchema.exactOptional(),
  sentence: z.string().exactOptional(),
}) satisfies z.ZodType<CompactionProgress>

export const compactResponseSchema = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('started'), id: z.string() }),
    z.strictObject({ type: z.literal('completed'), receipt: receiptSchema }),
    z.strictObject({
      type: z.literal('rested'),
      reason: z.enum(['off', 'fits', 'too-short', 'no-new-reply', 'nothing-to-fold', 'little-to-gain', 'cooling-down']),
      sentence: z.string(),
    }),
    z.strictObject({
      type: z.literal('preview'),
      folding: numbers,
      keeping: numbers,
      before: z.number(),
      after: z.number(),
      retention: z.number(),
      facts: int,
      cost: z.number().nullable(),
      gates,
      warnings,
      kept: z.array(
        z.strictObject({
          reason: z.enum(['opening', 'protected', 'among', 'recent']),
          numbers,
          tokens: z.number(),
          excerpt: z.string(),
        }),
      ),
      text: z.string().nullable(),
      tokens: z.number(),
      budget: z.number(),
    }),
  ])
  .meta({ ref: 'CompactResponse' }) satisfies z.ZodType<CompactResponse>
