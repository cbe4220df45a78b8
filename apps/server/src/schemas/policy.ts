import type { Policy } from 'longhand'
import { landmarkTags } from 'longhand/internal/core'
import { z } from 'zod'
import { int, named } from './named.ts'

const amount = int.nullable()

/** A policy; what its figures may be is for the core to say. */
export const policySchema = named('Policy', {
  automatic: z.enum(['on', 'ask', 'off']),
  strategy: z.enum(['summary', 'digest']),
  threshold: z.strictObject({ share: z.number().nullable(), tokens: amount, messages: amount, turns: amount }),
  prepare: z.number(),
  target: z.number(),
  keep: z.strictObject({ by: z.enum(['messages', 'turns', 'tokens']), amount: z.number() }),
  minMessages: z.number(),
  minSaving: z.number(),
  incremental: z.enum(['batch', 'strict']),
  tag: z.string(),
  maxTokens: z.number(),
  // Programs that were written before these were known leave them out.
  cold: z.number().nullable().default(null),
  schedule: z
    .strictObject({
      due: z.number(),
      keep: z.number().nullable(),
      target: z.number().nullable(),
      cold: z.number().nullable(),
    })
    .nullable()
    .default(null),
  minRetention: z.number().default(0.9),
  landmarks: z.array(z.enum(landmarkTags)).default([...landmarkTags]),
}) satisfies z.ZodType<Policy>
