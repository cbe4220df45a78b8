import type { ReactNode } from 'react'
import type { Settings } from '../../client/api/contract.ts'
import { formatNumber } from '../../client/text/format.ts'
import { FigureList } from '../controls/FigureList.tsx'
import * as words from '../words/settings.ts'

/** Where values come from that are set in files or the environment and can only be changed there. */
export function SettingOrigins({ origins }: Pick<Settings, 'origins'>): ReactNode {
  const all = Object.entries(origins)
  if (all.length === 0) return null
  const places = [...new Set(all.map(([, origin]) => origin.replace(/:\d+$/, '')))]
  const where = places.length > 2 ? words.sources(places.length) : places.join(' and ')
  return (
    <details className="origins">
      <summary>
        {all.length === 1 ? words.oneSettingComes(where) : words.settingsCome(formatNumber(all.length), where)}{' '}
        <span className="link">{words.showWhereEachOneIsSet}</span>
      </summary>
      <FigureList lines={all} />
    </details>
  )
}
