import type { ReactNode } from 'react'
import type { CalibrationRow } from '../../client/api/contract.ts'
import { formatNumber } from '../../client/text/format.ts'
import { SettingRow } from './SettingRow.tsx'

type Props = { readonly row: CalibrationRow; readonly onForget: () => void }

/** What was learned about one model, and a button that deletes it. */
export function CalibrationSettingRow({ row: { model, ratio, window }, onForget }: Props): ReactNode {
  const held = window === null ? '' : ` Holds ${formatNumber(window)} tokens.`
  return (
    <SettingRow name={model} description={`${ratio.toFixed(2)} tokens for each one counted here.${held}`}>
      <button type="button" className="btn" onClick={onForget}>
        Forget<span className="visually-hidden"> what was learnt about {model}</span>
      </button>
    </SettingRow>
  )
}
