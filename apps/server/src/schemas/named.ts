import { z } from 'zod'

/** The schema of an object that the OpenAPI document has under a name. It has no other fields than these. */
export const named = <T extends z.ZodRawShape>(ref: string, fields: T) => z.strictObject(fields).meta({ ref })

export const int = z.number().int()
export const time = z.iso.datetime()
