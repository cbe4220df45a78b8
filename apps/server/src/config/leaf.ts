import { z } from 'zod'

// Every leaf says in words what it must be; the sentence about a mistake is made of it.

export const share = (means: string) => {
  const wanted = 'a share above 0 and at most 1, as 0.8 for 80%'
  return z.number(wanted).gt(0, wanted).lte(1, wanted).optional().meta({ description: means })
}

export const whole = (means: string, least: 0 | 1 = 1) => {
  const wanted = `a whole number from ${least}`
  return z.int(wanted).gte(least, wanted).optional().meta({ description: means })
}

/** Tokens; a negative number counts from the end of the window. */
export const tokens = (means: string) => {
  const wanted = 'a whole number of tokens other than 0; a negative one counts from the end of the window'
  const fits = (figure: number) => figure !== 0
  return z.int(wanted).refine(fits, wanted).optional().meta({ description: means })
}

export const money = (means: string) => {
  const wanted = 'dollars for a million tokens, from 0'
  return z.number(wanted).gte(0, wanted).meta({ description: means })
}

export const text = (means: string, wanted = 'a text') =>
  z.string(wanted).min(1, wanted).optional().meta({ description: means })

/** `anthropic/claude-sonnet-4-5`: where it comes from, then its name there. */
export const modelName = (means: string) => {
  const wanted = "a model by provider and name, as 'anthropic/claude-sonnet-4-5'"
  return z
    .string(wanted)
    .regex(/^[^\s/]+\/\S+$/, wanted)
    .optional()
    .meta({ description: means })
}

export const address = (means: string) => {
  const wanted = "an address that begins with http:// or https://, as 'http://127.0.0.1:11434/v1'"
  return z
    .string(wanted)
    .regex(/^https?:\/\/[^\s/@]+(?:\/\S*)?$/, wanted)
    .optional()
    .meta({ description: means })
}

export const oneOf = <const T extends readonly [string, ...string[]]>(words: T, means: string) =>
  z
    .enum(words, `one of ${words.join(', ')}`)
    .optional()
    .meta({ description: means })

export const someOf = <const T extends readonly [string, ...string[]]>(words: T, means: string) => {
  const wanted = `a list of some of ${words.join(', ')}`
  return z.array(z.enum(words, wanted), wanted).optional().meta({ description: means })
}

/** YAML parses `on` as a string and `true` as a boolean; people mean the same. */
export const onOrOff = (means: string) =>
  z
    .union([z.boolean(), z.enum(['on', 'off'])], 'on or off')
    .optional()
    .meta({ description: means })

export const onAskOrOff = (means: string) =>
  z
    .union([z.boolean(), z.enum(['on', 'ask', 'off'])], 'on, ask or off')
    .optional()
    .meta({ description: means })

export const texts = (means: string) => {
  const wanted = 'a list of texts'
  return z.array(z.string('a text').min(1, 'a text'), wanted).optional().meta({ description: means })
}

/** A section of the file: no other keys than these. */
export const section = <T extends z.ZodRawShape>(shape: T, means: string) =>
  z.strictObject(shape, sectionWanted).optional().meta({ description: means })

/** A section whose keys are names of people's own choosing. */
export const named = <T extends z.ZodType>(shape: T, means: string) =>
  z
    .record(z.string().regex(/^[\w./:-]+$/, 'a name of letters, digits and . / : _ -'), shape, sectionWanted)
    .optional()
    .meta({ description: means })

const sectionWanted = 'a section with keys of its own'
