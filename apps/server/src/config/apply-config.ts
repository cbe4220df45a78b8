import { basename } from 'node:path'
import { type Keep, type Policy, presets } from 'longhand'
import type { Settings } from 'longhand/internal/client'
import { checkPolicy, type Schedule } from 'longhand/internal/core'
import { defined } from '../defined.ts'
import type { ConfigValues } from './config-schema.ts'
import type { Config } from './read-config.ts'

/** Settings with what the configuration fixes of them. */
export function applyConfig({ values, origins, file }: Config, settings: Settings): Settings {
  const { model, compact: { model: summaryModel, fast_model: fastModel, instructions } = {} } = values
  return {
    ...settings,
    ...defined({ model, summaryModel, fastModel, instructions }),
    policy: checkPolicy(policyOf(values, settings.policy)),
    windows: { ...settings.windows, ...windowsIn(values) },
    file: file === null ? null : basename(file),
    origins,
  }
}

const windowsIn = ({ models = {} }: ConfigValues): Settings['windows'] =>
  Object.fromEntries(
    Object.entries(models).flatMap(([name, { window }]) => (window === undefined ? [] : [[name, window]])),
  )

/** A policy with the figures that the file names; what it leaves out stays as it is. */
function policyOf(values: ConfigValues, before: Policy): Policy {
  const { compact = {}, checkpoints = {} } = values
  const start: Policy = compact.preset === undefined ? before : presets[compact.preset]
  const keep = keepOf(values)
  const { threshold } = start
  return {
    ...start,
    automatic: automaticOf(compact.automatic) ?? start.automatic,
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
    minMessages: compact.min_messages ?? start.minMessages,
    minSaving: compact.min_saving ?? start.minSaving,
    minRetention: compact.min_retention ?? start.minRetention,
    tag: compact.summary_tag ?? start.tag,
    maxTokens: compact.max_tokens ?? start.maxTokens,
    cold: compact.cold_threshold ?? start.cold,
    schedule: start.schedule === null ? null : withOwnFigures(start.schedule, compact, keep),
    landmarks: checkpoints.landmarks ?? start.landmarks,
  }
}

/** A person's own figures override those that follow from cost. */
const withOwnFigures = (
  schedule: Schedule,
  compact: NonNullable<ConfigValues['compact']>,
  keep: Keep | null,
): Schedule => ({
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

function automaticOf(word: boolean | Policy['automatic'] | undefined): Policy['automatic'] | null {
  if (word === undefined) return null
  return typeof word === 'string' ? word : word ? 'on' : 'off'
}
