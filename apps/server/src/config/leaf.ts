import { z } from 'zod'

// Every value says in words what it must be; error messages are made of that.

const optional = <T extends z.ZodType>(schema: T, description: string) => schema.optional().meta({ description })

export const share = (description: string) => {
  const wanted = 'a share above 0 and at most 1, such as 0.8 for 80%'
  return optional(z.number(wanted).gt(0, wanted).lte(1, wanted), description)
}

export const whole = (description: string, min: 0 | 1 = 1) => {
  const wanted = `a whole number from ${min}`
  return optional(z.int(wanted).gte(min, wanted), description)
}

/** Tokens; a negative number counts from the end of the window. */
export const tokens = (description: string) => {
  const wanted = 'a whole number of tokens other than 0; a negative one counts from the end of the window'
  const isValid = (figure: number) => figure !== 0
  return optional(z.int(wanted).refine(isValid, wanted), description)
}

export const money = (description: string) => {
  const wanted = 'dollars for a million tokens, from 0'
  return z.number(wanted).gte(0, wanted).meta({ description })
}

export const dollars = (description: string) => {
  const wanted = 'dollars, from 0'
  return optional(z.number(wanted).gte(0, wanted), description)
}

export const text = (description: string) => optional(z.string('a text').min(1, 'a text'), description)

/** `anthropic/claude-sonnet-4-5`: a provider, then the name that it gives the model. */
export const modelName = (description: string) => {
  const wanted = "a model by provider and name, such as 'anthropic/claude-sonnet-4-5'"
  return optional(z.string(wanted).regex(/^[^\s/]+\/\S+$/, wanted), description)
}

export const address = (description: string) => {
  const wanted = "an address that begins with http:// or https://, such as 'http://127.0.0.1:11434/v1'"
  return optional(z.string(wanted).regex(/^https?:\/\/[^\s/@]+(?:\/\S*)?$/, wanted), description)
}

export const oneOf = <const T extends readonly [string, ...string[]]>(words: T, description: string) =>
  optional(z.enum(words, `one of ${words.join(', ')}`), description)

export const someOf = <const T extends readonly [string, ...string[]]>(words: T, description: string) => {
  const wanted = `a list of some of ${words.join(', ')}`
  return optional(z.array(z.enum(words, wanted), wanted), description)
}

/** YAML parses `on` as a string and `true` as a boolean; people mean the same. */
export const onOrOff = (description: string) =>
  optional(z.union([z.boolean(), z.enum(['on', 'off'])], 'on or off'), description)

export const onAskOrOff = (description: string) =>
  optional(z.union([z.boolean(), z.enum(['on', 'ask', 'off'])], 'on, ask or off'), description)

export const texts = (description: string) =>
  optional(z.array(z.string('a text').min(1, 'a text'), 'a list of texts'), description)

/** A section of the file: no other keys than these. */
export const section = <T extends z.ZodRawShape>(shape: T, description: string) =>
  optional(z.strictObject(shape, sectionWanted), description)

/** A section whose keys are names that people choose. */
export const named = <T extends z.ZodType>(shape: T, description: string) => {
  const name = z.string().regex(/^[\w./:-]+$/, 'a name of letters, digits and . / : _ -')
  return optional(z.record(name, shape, sectionWanted), description)
}

const sectionWanted = 'a section with keys of its own'
