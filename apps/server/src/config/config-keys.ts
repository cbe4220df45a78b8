import { z } from 'zod'
import type { KeyPath } from './config-entry.ts'
import { configSchema } from './config-schema.ts'

/** The schema of the file for editors: JSON Schema, kept in docs/ by a test. */
export const configJsonSchema = () => ({
  ...z.toJSONSchema(configSchema),
  title: 'longhand.config.yaml',
})

type Schema = {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
}

const root = configJsonSchema() as unknown as Schema

/** The keys that a section may have; none when people choose their names. */
export const keysAt = (path: KeyPath): readonly string[] => Object.keys(at(path)?.properties ?? {})

function at(path: KeyPath): Schema | null {
  return path.reduce<Schema | null>((schema, step) => {
    const own = schema?.properties?.[step]
    if (own !== undefined) return own
    return typeof schema?.additionalProperties === 'object' ? schema.additionalProperties : null
  }, root)
}

/** Every key that holds a single value, whatever section it is in. */
export function plainKeys(schema: Schema = root, path: KeyPath = []): readonly KeyPath[] {
  if (schema.properties === undefined) return schema.type === 'object' || schema.type === 'array' ? [] : [path]
  return Object.entries(schema.properties).flatMap(([name, one]) => plainKeys(one, [...path, name]))
}

/** The variable of a key: `LONGHAND_COMPACT_THRESHOLD` for `compact.threshold`. */
export const variableOf = (path: KeyPath): string => `LONGHAND_${path.join('_').toUpperCase()}`
