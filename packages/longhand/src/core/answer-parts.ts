import { describeValue } from './describe-value.ts'
import type { Receipt } from './receipt.ts'
import type { WindowStatus } from './window.ts'

/** How far a compaction is: one `data-compaction` part for each, updated in place under one id. */
export type CompactionProgress = {
  readonly id: string
  readonly phase: 'started' | 'completed' | 'skipped' | 'failed' | 'cancelled'
  readonly startedAt: string
  readonly folding: number
  readonly keeping: number
  readonly receipt?: Receipt
  readonly sentence?: string
}

/** The data parts of an answer in an AI SDK app: `UIMessage<unknown, LonghandDataParts>`. */
export type LonghandDataParts = {
  compaction: CompactionProgress
  context: WindowStatus
}

/** A data part as it is written into an answer's stream. */
export type StreamedPart = {
  readonly [Name in keyof LonghandDataParts]: {
    readonly type: `data-${Name}`
    readonly id: string
    readonly data: LonghandDataParts[Name]
  }
}[keyof LonghandDataParts]

/** Standard Schemas that check the data parts of a page: `useChat({ dataPartSchemas: longhandDataParts })`. */
export const longhandDataParts: {
  readonly [Name in keyof LonghandDataParts]: PartSchema<LonghandDataParts[Name]>
} = {
  compaction: schemaOf({ id: 'string', phase: 'string', startedAt: 'string', folding: 'number', keeping: 'number' }),
  context: schemaOf({ used: 'number', reserved: 'number', level: 'string', source: 'string', breakdown: 'object' }),
}

/** The part of a Standard Schema (standardschema.dev) that checks a value. */
export type PartSchema<Value> = {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: 'longhand'
    readonly validate: (value: unknown) => { readonly value: Value } | { readonly issues: readonly SchemaIssue[] }
    readonly types?: { readonly input: Value; readonly output: Value }
  }
}

type SchemaIssue = { readonly message: string; readonly path: readonly string[] }

type Kind = 'string' | 'number' | 'object'

function schemaOf<Value>(fields: Readonly<Record<string, Kind>>): PartSchema<Value> {
  const validate = (value: unknown) => {
    const given = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>
    const issues = Object.entries(fields).flatMap(([name, kind]) => {
      const isRight = typeof given[name] === kind && given[name] !== null
      return isRight ? [] : [{ path: [name], message: `is ${describeValue(given[name])}; it must be a ${kind}` }]
    })
    return issues.length === 0 ? { value: value as Value } : { issues }
  }
  return { '~standard': { version: 1, vendor: 'longhand', validate } }
}
