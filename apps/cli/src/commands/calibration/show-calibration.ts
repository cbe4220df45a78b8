import { type CalibrationRow, formatNumber } from 'longhand/internal/client'
import { type ExitCode, environmentOf, type ServerFlags } from '../../run-command.ts'
import { withServer } from '../../server/connection.ts'
import { clean } from '../../text/clean.ts'
import { printJson, printLine } from '../../text/print.ts'
import * as wording from '../../words/calibration.ts'

type CalibrationFlags = ServerFlags & { readonly forget?: string; readonly json?: true }

/** Prints what was learnt about models, or forgets what was learnt about one. */
export async function showCalibration({ forget, json, ...flags }: CalibrationFlags): Promise<ExitCode> {
  return withServer(await environmentOf(flags), async ({ api }) => {
    const known = await api.calibrations()
    if (forget !== undefined) await api.forgetCalibration(forget)
    const rows = forget === undefined ? known : await api.calibrations()
    if (json) printJson(rows, 2)
    else if (forget !== undefined) printLine(wording.forgotten(forget))
    else if (rows.length === 0) printLine(wording.nothingLearnt)
    else for (const row of rows) printLine(textOf(row))
    return known.length === 0 ? 3 : 0
  })
}

function textOf({ model, ratio, window }: CalibrationRow): string {
  const held = window === null ? '' : wording.holds(formatNumber(window))
  return wording.row(clean(model), ratio.toFixed(2), held)
}
