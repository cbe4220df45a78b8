import type { Environment } from '@longhand/server/environment'
import { type CalibrationRow, formatNumber } from 'longhand/internal/client'
import type { ExitCode, FolderFlags } from '../../run-command.ts'
import { connectToServer } from '../../server/connection.ts'
import { clean } from '../../text/clean.ts'

/** The flags of the command. */
export type LearntFlags = FolderFlags & { readonly forget?: string; readonly json?: true }

/** Prints what was learnt about models, after forgetting what is to be forgotten. */
export async function showLearnt(environment: Environment, { forget, json }: LearntFlags): Promise<ExitCode> {
  const { api, close } = connectToServer(environment, sentence => console.error(sentence))
  try {
    const known = await api.calibration()
    if (forget !== undefined) await api.forgetCalibration(forget)
    const rows = forget === undefined ? known : await api.calibration()
    if (json) console.log(JSON.stringify(rows, null, 2))
    else
      for (const line of forget === undefined ? linesOf(rows) : [`✓ Nothing is learnt about ${forget}.`])
        console.log(line)
    return known.length === 0 ? 3 : 0
  } finally {
    await close().catch(() => {})
  }
}

function linesOf(rows: readonly CalibrationRow[]): readonly string[] {
  if (rows.length === 0) return ['Nothing was learnt about any model yet.']
  return rows.map(({ model, ratio, window }) => {
    const held = window === null ? '' : `, holds ${formatNumber(window)} tokens`
    return `${clean(model)}: ${ratio.toFixed(2)} tokens for each one counted here${held}`
  })
}
