import { LonghandError } from 'longhand'
import type { Api } from 'longhand/client'
import { type CalibrationRow, type ClientWindowLine, clientWindowLines, formatNumber } from 'longhand/internal/client'

import { type ExitCode, environmentOf, type ServerFlags } from '../../run-command.ts'
import { withServer } from '../../server/connection.ts'
import { printJson, printLine } from '../../text/print.ts'
import * as wording from '../../words/calibration.ts'

type CalibrationFlags = ServerFlags & {
  readonly forget?: string
  readonly client?: string
  readonly json?: true
}

/** Prints what was learnt about models and programs, or forgets what was learnt about one. */
export async function showCalibration({ forget, client, json, ...flags }: CalibrationFlags): Promise<ExitCode> {
  if (client !== undefined && forget === undefined) throw new LonghandError('bad-request', wording.clientNeedsModel)
  return withServer(await environmentOf(flags), async ({ api }) => {
    const known = await learnt(api)
    if (forget !== undefined && client !== undefined) await api.forgetClientWindow({ client, model: forget })
    else if (forget !== undefined) await api.forgetCalibration(forget)
    const { models, windows } = forget === undefined ? known : await learnt(api)
    if (json) printJson([...models, ...windows], 2)
    else if (forget !== undefined) printLine(forgotten(forget, client))
    else if (models.length + windows.length === 0) printLine(wording.nothingLearnt)
    else for (const line of [...models.map(textOf), ...clientWindowLines(windows).map(windowText)]) printLine(line)
    return known.models.length + known.windows.length === 0 ? 3 : 0
  })
}

async function learnt(api: Api) {
  const [models, windows] = await Promise.all([api.calibrations(), api.clientWindows()])
  return { models, windows }
}

const forgotten = (model: string, client: string | undefined): string =>
  client === undefined ? wording.forgotten(model) : wording.forgottenWindow(client, model)

function textOf({ model, ratio, window }: CalibrationRow): string {
  const held = window === null ? '' : wording.holds(formatNumber(window))
  return wording.row(model, ratio.toFixed(2), held)
}

/** H4.15 the window that a program was seen to assume. */
const windowText = ({ client, model, text }: ClientWindowLine): string => wording.clientRow(client, model, text)
