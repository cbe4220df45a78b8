import type { Environment } from '@longhand/server/environment'
import {
  type CalibrationRow,
  type ClientWindowRow,
  clientWindowLines,
  formatNumber,
  formatPercent,
  type ModelRow,
  type Settings,
  texts,
} from 'longhand/internal/client'
import { applySchedule } from 'longhand/internal/core'
import { sentenceOf } from '../../sentence-of.ts'
import type { ServerConnection } from '../../server/connection.ts'
import { clean } from '../../text/clean.ts'
import * as wording from '../../words/doctor.ts'
import { type Finding, note, ok, problem } from './finding.ts'

/** Checks the database through a running server or one started for this, then its models and settings. */
export async function checkServer(
  { api }: ServerConnection,
  { folder, database }: Environment,
  running: string | null,
): Promise<readonly Finding[]> {
  const kind =
    database === null ? wording.embedded(folder) : wording.postgresAt(URL.parse(database)?.host ?? 'DATABASE_URL')
  try {
    const [conversations, models, settings, calibrations, windows] = await Promise.all([
      api.conversations({ limit: 1 }),
      api.models(),
      api.settings(),
      api.calibrations(),
      api.clientWindows(),
    ])
    const state = conversations.length === 0 ? wording.noConversations : wording.responding
    return [
      ok(wording.server, running === null ? wording.noServer : wording.runningAt(running)),
      ok(wording.database, `${kind}, ${state}`),
      modelFinding(models, settings),
      ...settingsFindings(settings, models.find(({ id }) => id === settings.model)?.window ?? null),
      ...unreachable(settings, models),
      ...calibrationFindings(calibrations),
      ...windowFindings(windows),
    ]
  } catch (error) {
    const fix = database === null ? wording.followTheMessage : wording.checkDatabaseUrl
    return [problem(wording.database, `${kind}: ${sentenceOf(error)}`, fix)]
  }
}

function modelFinding(models: readonly ModelRow[], { model, summaryModel }: Settings): Finding {
  const chosen = models.find(({ id }) => id === model)
  if (chosen === undefined) return note(wording.models, wording.isNotAvailable(model), wording.chooseModel)
  const { window, source } = chosen
  const guess = source === 'guess' ? wording.guess : ''
  const size = window === null ? texts.windowUnknown : wording.windowOf(formatNumber(window), guess)
  return ok(wording.models, wording.modelInUse(model, size, summaryModel, models.length))
}

/** A summary model without a key would fail silently. */
function unreachable({ summaryModel }: Settings, models: readonly { readonly id: string }[]): readonly Finding[] {
  const provider = summaryModel.split('/')[0]!
  if (summaryModel === 'auto' || models.some(({ id }) => [provider, 'openrouter'].includes(id.split('/')[0]!)))
    return []
  const found = wording.summaryModelUnreachable(summaryModel)
  return [note(wording.models, found, wording.setKeyOf(provider))]
}

/** T3 a learnt window is smaller than the one the provider names, and may have been learnt from wrong reports. */
const calibrationFindings = (calibrations: readonly CalibrationRow[]): readonly Finding[] =>
  calibrations.flatMap(({ model, window }) => {
    if (window === null) return []
    const found = wording.learntWindow(model, formatNumber(window))
    return [note(wording.models, found, wording.forgetWindow(model))]
  })

/** H4.15 the windows that programs were seen to assume. */
const windowFindings = (windows: readonly ClientWindowRow[]): readonly Finding[] =>
  clientWindowLines(windows).map(({ client, model, text }) =>
    note(
      wording.clients,
      wording.assumesWindow(clean(client), clean(model), text),
      wording.forgetClientWindow(quoted(clean(client)), quoted(clean(model))),
    ),
  )

/** A word as a shell reads it back. */
const quoted = (word: string): string => (/^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)

const automaticWords = {
  off: wording.automaticOff,
  ask: wording.askFirst,
} as const

/** H6 what is in force, and where it comes from. */
function settingsFindings({ policy, origins }: Settings, window: number | null): readonly Finding[] {
  const { automatic, threshold, keep, target, strategy } = applySchedule(policy, { window, reserve: 0 }, 0)
  const tokens = threshold.tokens === null ? wording.noShare : `${formatNumber(threshold.tokens)} tokens`
  const at = threshold.share === null ? tokens : formatPercent(threshold.share)
  const words =
    automatic !== 'on'
      ? automaticWords[automatic]
      : wording.condenses(at, formatPercent(target), `${keep.amount} ${keep.by}`, strategy)
  const own = Object.entries(origins).map(([name, origin]) => wording.setIn(name, origin))
  return [ok(wording.settings, words, own.length === 0 ? undefined : own.join(' · '))]
}
