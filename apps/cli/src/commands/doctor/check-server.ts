import type { Environment } from '@longhand/server/environment'
import {
  type CalibrationRow,
  formatNumber,
  formatPercent,
  type ModelRow,
  type Settings,
} from 'longhand/internal/client'
import { applySchedule } from 'longhand/internal/core'
import { sentenceOf } from '../../sentence-of.ts'
import type { ServerConnection } from '../../server/connection.ts'
import { type Finding, note, ok, problem } from './finding.ts'

/** Checks the database through a running server or one started for this, then its models and settings. */
export async function checkServer(
  { api }: ServerConnection,
  { folder, database }: Environment,
  running: string | null,
): Promise<readonly Finding[]> {
  const kind =
    database === null ? `embedded, in ${folder}` : `Postgres at ${URL.parse(database)?.host ?? 'DATABASE_URL'}`
  try {
    const [conversations, models, settings, calibrations] = await Promise.all([
      api.conversations({ limit: 1 }),
      api.models(),
      api.settings(),
      api.calibrations(),
    ])
    const state = conversations.length === 0 ? 'no conversations yet' : 'answers'
    return [
      ok('Server', running === null ? 'none is running; one was started for this check' : `runs at ${running}`),
      ok('Database', `${kind}, ${state}`),
      modelFinding(models, settings),
      ...settingsFindings(settings, models.find(({ id }) => id === settings.model)?.window ?? null),
      ...unreachable(settings, models),
      ...calibrationFindings(calibrations),
    ]
  } catch (error) {
    const fix =
      database === null
        ? 'Do what the message says; a copy of the folder is a backup.'
        : 'Check DATABASE_URL, and that the database runs.'
    return [problem('Database', `${kind}: ${sentenceOf(error)}`, fix)]
  }
}

function modelFinding(models: readonly ModelRow[], { model, summaryModel }: Settings): Finding {
  const chosen = models.find(({ id }) => id === model)
  if (chosen === undefined)
    return note('Models', `${model} is not available.`, 'Choose one with longhand chat --model, or set its key.')
  const { window, source } = chosen
  const guess = source === 'guess' ? ' (a guess)' : ''
  const size = window === null ? 'window unknown' : `window ${formatNumber(window)}${guess}`
  return ok('Models', `${model}, ${size}; summaries by ${summaryModel}; ${models.length} to choose from`)
}

/** A summary model without a key would fail silently. */
function unreachable({ summaryModel }: Settings, models: readonly { readonly id: string }[]): readonly Finding[] {
  const provider = summaryModel.split('/')[0]!
  if (summaryModel === 'auto' || models.some(({ id }) => [provider, 'openrouter'].includes(id.split('/')[0]!)))
    return []
  const found = `${summaryModel} cannot be reached; summaries will quote the originals instead.`
  return [note('Models', found, `Set the key of ${provider}, or name another model.`)]
}

/** T3 a learnt window is smaller than the one the provider names, and may have been learnt from wrong reports. */
const calibrationFindings = (calibrations: readonly CalibrationRow[]): readonly Finding[] =>
  calibrations.flatMap(({ model, window }) => {
    if (window === null) return []
    const found = `${model} holds ${formatNumber(window)} tokens, according to its provider's reports.`
    return [note('Models', found, `If that is wrong: longhand calibration --forget ${model}`)]
  })

const automaticWords = {
  off: 'automatic condensing is off',
  ask: 'summaries are offered, and count when they are accepted',
} as const

/** H6 what is in force, and where it comes from. */
function settingsFindings({ policy, origins }: Settings, window: number | null): readonly Finding[] {
  const { automatic, threshold, keep, target, strategy } = applySchedule(policy, { window, reserve: 0 }, 0)
  const tokens = threshold.tokens === null ? 'no share' : `${formatNumber(threshold.tokens)} tokens`
  const at = threshold.share === null ? tokens : formatPercent(threshold.share)
  const words =
    automatic !== 'on'
      ? automaticWords[automatic]
      : `condenses at ${at} to at most ${formatPercent(target)}, keeps the last ${keep.amount} ${keep.by}, by ${strategy}`
  const own = Object.entries(origins).map(([name, origin]) => `${name} from ${origin}`)
  return [ok('Settings', words, own.length === 0 ? undefined : own.join(' · '))]
}
