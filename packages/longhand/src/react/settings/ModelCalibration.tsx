import { type ReactNode, useCallback } from 'react'
import type { CalibrationRow } from '../../client/api/contract.ts'
import { formatNumber } from '../../client/text/format.ts'
import { useLoaded } from '../hooks/use-loaded.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import { SettingRow } from './SettingRow.tsx'

/** T3 what was learnt about models from what their providers reported. Whoever doubts it can have it forgotten. */
export function ModelCalibration(): ReactNode {
  const { api } = useLonghand()
  const [rows, reload] = useLoaded(useCallback(() => api.calibration(), [api]))
  if (rows.state === 'ready' && rows.value.length === 0) return null
  return (
    <>
      <h2>Learnt from use</h2>
      <p>
        Providers count tokens in ways of their own, and some hold less than they promise. A window that you set above
        always wins.
      </p>
      {rows.state === 'failed' && <p role="alert">{rows.sentence}</p>}
      {rows.state === 'ready' &&
        rows.value.map(row => (
          <CalibrationLine key={row.model} row={row} onForget={() => api.forgetCalibration(row.model).then(reload)} />
        ))}
    </>
  )
}

type Props = { readonly row: CalibrationRow; readonly onForget: () => void }

export function CalibrationLine({ row: { model, ratio, window }, onForget }: Props): ReactNode {
  const held = window === null ? '' : ` Holds ${formatNumber(window)} tokens.`
  return (
    <SettingRow name={model} description={`${ratio.toFixed(2)} tokens for each one counted here.${held}`}>
      <button type="button" className="btn" onClick={onForget}>
        Forget<span className="unseen"> what was learnt about {model}</span>
      </button>
    </SettingRow>
  )
}
