import type { ReactNode } from 'react'
import type { CalibrationRow } from '../../client/api/contract.ts'
import { formatNumber } from '../../client/text/format.ts'
import { Button } from '../controls/Button.tsx'
import { useLoaded } from '../hooks/use-loaded.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import * as words from '../words/settings.ts'
import { SettingRow } from './SettingRow.tsx'

/** T3 what was learned about models from their providers' reports; each entry can be deleted. */
export function ModelCalibration(): ReactNode {
  const { api } = useLonghand()
  const [rows, reload] = useLoaded(api.calibrations)
  if (rows.state === 'ready' && rows.value.length === 0) return null
  return (
    <>
      <h2>{words.learntFromUse}</h2>
      <p>{words.learntHint}</p>
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

type Props = { readonly row: CalibrationRow; readonly onForget: () => void }

/** What was learned about one model, and a button that deletes it. */
export function CalibrationSettingRow({ row: { model, ratio, window }, onForget }: Props): ReactNode {
  const held = window === null ? '' : words.holdsTokens(formatNumber(window))
  return (
    <SettingRow name={model} description={words.tokensForEachOneCounted(ratio.toFixed(2), held)}>
      <Button onClick={onForget}>
        {words.forget}
        <span className="visually-hidden"> {words.whatWasLearntAbout(model)}</span>
      </Button>
    </SettingRow>
  )
}
