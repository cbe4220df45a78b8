import { expect, test } from 'vitest'
import { configJsonSchema } from './config-keys.ts'
import { keyPermissions, permissionFor } from './key-permissions.ts'

type Schema = {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
}

/** Every key that can hold a value, with `*` for names of people's own choosing. */
function leaves(schema: Schema, path: string): readonly (readonly [string, Schema])[] {
  const { properties, additionalProperties: own } = schema
  if (properties !== undefined)
    return Object.entries(properties).flatMap(([name, one]) => leaves(one, path === '' ? name : `${path}.${name}`))
  return typeof own === 'object' ? leaves(own, `${path}.*`) : [[path, schema]]
}

const keys = leaves(configJsonSchema() as unknown as Schema, '')

test('S, H6 every key of the configuration is harmless or takes trust, and the table knows no others', () => {
  expect(Object.keys(keyPermissions).toSorted()).toEqual(keys.map(([key]) => key).toSorted())
})

test('S harmless are figures and words of closed lists, never a text of the file’s own choice', () => {
  const isClosed = (schema: Schema): boolean =>
    ['number', 'integer', 'boolean'].includes(schema.type ?? '') ||
    schema.enum !== undefined ||
    schema.anyOf?.every(isClosed) === true ||
    (schema.type === 'array' && isClosed(schema.items!))
  const harmless = keys.filter(([key]) => keyPermissions[key] === 'harmless')
  expect(harmless.filter(([, schema]) => !isClosed(schema)).map(([key]) => key)).toEqual([])
  expect(harmless.length).toBeGreaterThan(20)
})

test('S a key that nobody has thought about takes trust', () => {
  for (const path of [['new_key'], ['compact'], ['compact', 'threshold', 'deeper'], ['models', 'a/b']])
    expect(permissionFor(path)).not.toBe('harmless')
})
