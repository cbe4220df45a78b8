import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { checkPolicy, type Keep, LonghandError, type Policy, presets, type Schedule } from 'longhand'
import { createPrompts, type Prompts } from 'longhand/ai-sdk'
import type { Settings } from 'longhand/client'
import type { OwnFigures } from 'longhand/tokens'
import type { ConfigValues } from './config-shape.ts'
import { type Config, folderOf } from './read-config.ts'

/** Settings with what the configuration fixes of them. */
export function settingsOf({ values, origins }: Config, settings: Settings): Settings {
  const { compact = {}, model } = values
  return {
    ...settings,
    ...(model === undefined ? {} : { model }),
    ...(compact.model === undefined ? {} : { summaryModel: compact.model }),
    ...(compact.fast_model === undefined ? {} : { fastModel: compact.fast_model }),
    ...(compact.instructions === undefined ? {} : { instructions: compact.instructions }),
    policy: checkPolicy(policyOf(values, settings.policy)),
    origins,
  }
}

/** A policy with the figures that the file names; what it leaves out stays as it is. */
function policyOf(values: ConfigValues, before: Policy): Policy {
  const { compact = {} } = values
  const start: Policy = compact.preset === undefined ? before : presets[compact.preset]
  const keep = keepOf(values)
  const { threshold } = start
  return {
    ...start,
    automatic: compact.automatic === undefined ? start.automatic : isOn(compact.automatic) ? 'on' : 'off',
    strategy: compact.strategy ?? start.strategy,
    incremental: compact.incremental ?? start.incremental,
    threshold: {
      share: compact.threshold ?? threshold.share,
      tokens: compact.token_threshold ?? values.model_auto_compact_token_limit ?? threshold.tokens,
      messages: compact.message_threshold ?? threshold.messages,
      turns: compact.turn_threshold ?? threshold.turns,
    },
    prepare: compact.prepare ?? start.prepare,
    target: compact.target ?? start.target,
    keep: keep ?? start.keep,
    least: compact.least_messages ?? start.least,
    leastSaving: compact.incremental === 'strict' ? leastOfOneRun : start.leastSaving,
    tag: compact.summary_tag ?? start.tag,
    maxTokens: compact.max_tokens ?? start.maxTokens,
    cold: compact.cold_threshold ?? start.cold,
    schedule: start.schedule === null ? null : yielding(start.schedule, compact, keep),
  }
}

/** One run at a time saves little each time; who wants it so does not want it refused. */
const leastOfOneRun = 0.02

/** Figures of a person's own take the place of those that follow from cost. */
const yielding = (schedule: Schedule, compact: NonNullable<ConfigValues['compact']>, keep: Keep | null): Schedule => ({
  ...schedule,
  keep: keep === null ? schedule.keep : null,
  target: compact.target === undefined ? schedule.target : null,
  cold: compact.cold_threshold === undefined ? schedule.cold : null,
})

function keepOf({ compact = {}, preserve_count }: ConfigValues): Keep | null {
  const messages = compact.retention_window ?? preserve_count
  if (messages !== undefined) return { by: 'messages', amount: messages }
  if (compact.retention_turns !== undefined) return { by: 'turns', amount: compact.retention_turns }
  if (compact.retention_tokens !== undefined) return { by: 'tokens', amount: compact.retention_tokens }
  return null
}

const isOn = (word: boolean | 'on' | 'off'): boolean => word === true || word === 'on'

/** The words that summarisers are asked with; null for ours. */
export function promptsOf({ file, values }: Config): Prompts | null {
  const { compact = {}, compact_prompt } = values
  const written =
    compact.prompt_file === undefined ? undefined : readPrompt(resolve(folderOf({ file }), compact.prompt_file))
  const template = compact.prompt ?? written ?? compact_prompt
  if (template === undefined) return null
  return createPrompts({ template: template.replace(/(?<!\{)\{(messages|transcript)\}(?!\})/g, '{{$1}}') })
}

function readPrompt(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new LonghandError('bad-config', `compact.prompt_file: ${path} cannot be read (${code}).`, { cause })
  }
}

/** T5 figures of a person's own, by model. */
export function figuresOf({ values }: Config): OwnFigures {
  const entries = Object.entries(values.models ?? {}).map(([name, { window, output, prices }]) => {
    const figures = {
      ...(window === undefined ? {} : { window }),
      ...(output === undefined ? {} : { output }),
      ...(prices === undefined
        ? {}
        : {
            prices: {
              input: prices.input,
              output: prices.output,
              cacheRead: prices.cache_read ?? prices.input,
              cacheWrite: prices.cache_write ?? prices.input,
            },
          }),
    }
    return [name, figures] as const
  })
  return Object.fromEntries(entries)
}
