import { type ReactNode, useCallback } from 'react'
import { useLoaded } from '../hooks/use-loaded.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import { CalibrationSettingRow } from './CalibrationSettingRow.tsx'

/** T3 what was learned about models from their providers' reports; each entry can be deleted. */
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
          <CalibrationSettingRow
            key={row.model}
            row={row}
            onForget={() => api.forgetCalibration(row.model).then(reload)}
          />
        ))}
    </>
  )
}
