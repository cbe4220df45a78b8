import { z } from 'zod'

/** What a person wants of the model. Nothing that a database could not hold; no words are none. */
export const instructionsSchema = z
  .string()
  .max(20_000)
  .transform(text => text.replaceAll('\0', '').toWellFormed().trim() || null)
