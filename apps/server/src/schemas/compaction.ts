import type { CompactionProgress, CompactResponse, Receipt } from 'longhand/internal/client'
import { gateReasons } from 'longhand/internal/core'
import { z } from 'zod'

const share = z.number().min(0).max(1)
const numbers = z.array(z.number().int().min(1))

const gates = z.array(z.strictObject({ gate: z.enum(gateReasons), outcome: z.enum(['passed', 'repaired']) }))

export const receiptSchema = z
  .strictObject({
    id: z.string(),
    trigger: z.enum(['threshold', 'cold-cache', 'person', 'limit', 'overflow', 'model-change', 'tool']),
    strategy: z.enum(['summary', 'digest']),
    model: z.string().nullable(),
    phase: z.enum(['turn', 'background', 'by-hand']),
    method: z.enum(['summary', 'chunks', 'extract', 'truncate']),
    version: z.number().int(),
    span: z.strictObject({ from: z.number().int(), to: z.number().int() }),
    folded: z.number().int(),
    kept: z.number().int(),
    before: z.number(),
    after: z.number(),
    reduction: z.number(),
    number: z.number().int().nullable(),
    whole: z.number().nullable(),
    durationMs: z.number(),
    calls: z.number().int(),
    facts: z.number().int().nullable(),
    retention: share,
    retentionByKind: z.record(z.string(), share),
    cost: z.number().nullable(),
    saving: z.number().nullable(),
    gates,
  })
  .meta({ ref: 'Receipt' }) satisfies z.ZodType<Receipt>

export const progressSchema = z
  .strictObject({
    id: z.string(),
    phase: z.enum(['started', 'completed', 'skipped', 'failed', 'cancelled']),
    startedAt: z.iso.datetime(),
    folding: z.number().int(),
    keeping: z.number().int(),
    receipt: receiptSchema.exactOptional(),
    sentence: z.string().exactOptional(),
  })
  .meta({ ref: 'CompactionProgress' }) satisfies z.ZodType<CompactionProgress>

export const compactAnswerSchema = z
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
      facts: z.number().int(),
      cost: z.number().nullable(),
      gates,
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
