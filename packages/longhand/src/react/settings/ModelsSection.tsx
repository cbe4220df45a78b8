import type { ReactNode } from 'react'
import type { ModelRow, Settings } from '../../client/api/contract.ts'
import { formatNumber, formatRates } from '../../client/text/format.ts'
import { Button } from '../controls/Button.tsx'
import { Icon } from '../controls/Icon.tsx'
import { PathLink } from '../controls/PathLink.tsx'
import { Toggle } from '../controls/Toggle.tsx'
import { useLoaded } from '../hooks/use-loaded.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import * as everywhere from '../words/everywhere.ts'
import * as words from '../words/settings.ts'
import { ModelCalibration } from './ModelCalibration.tsx'
import { ProviderKeys } from './ProviderKeys.tsx'
import { SectionHeading } from './SectionHeading.tsx'
import { SettingRow } from './SettingRow.tsx'
import { WindowCell } from './WindowCell.tsx'

type Props = { readonly settings: Settings; readonly onChange: (change: Partial<Settings>) => Promise<void> }

/** Which models there are, which one is used, and how to connect others. */
export function ModelsSection({ settings, onChange }: Props): ReactNode {
  const { api } = useLonghand()
  const [models, reload] = useLoaded(api.models)
  // The list shows a window as soon as it is set.
  const change: typeof onChange = next => onChange(next).then(reload)
  const rows = models.state === 'ready' ? models.value : []
  const offline = rows.find(({ id }) => id === settings.model)?.offline ?? false
  return (
    <>
      <SectionHeading>{words.modelsAndKeys}</SectionHeading>
      <p className="settings-sub">{words.modelsHint}</p>
      {offline && (
        <div className="settings-note">
          <Icon name="book" />
          <div>
            <b>{words.theOfflineModelIsInUse}</b>
            <p>{words.offlineModelExplained}</p>
          </div>
          <PathLink to="/settings/connect" className="btn">
            {everywhere.connect}
          </PathLink>
        </div>
      )}
      <h2>{everywhere.models}</h2>
      {models.state === 'failed' && <p role="alert">{models.sentence}</p>}
      <table className="models">
        <thead>
          <tr>
            <th scope="col">{everywhere.name}</th>
            <th scope="col">{words.window}</th>
            <th scope="col">{words.longestAnswer}</th>
            <th scope="col">{words.pricePerMillionInOut}</th>
            <th scope="col">
              <span className="visually-hidden">{everywhere.useLabel}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <ModelLine key={row.id} row={row} settings={settings} onChange={change} />
          ))}
        </tbody>
      </table>
      <SettingRow name={words.titles} description={words.titlesHint}>
        <Toggle
          label={words.titlesWrittenByTheModel}
          on={settings.titles !== 'first-words'}
          onChange={on => void onChange({ titles: on ? 'model' : 'first-words' })}
        />
      </SettingRow>
      <ModelCalibration />
      <ProviderKeys onChange={reload} />
    </>
  )
}

type LineProps = Props & { readonly row: ModelRow }

function ModelLine({ row, settings, onChange }: LineProps): ReactNode {
  const { id, name, provider, output, offline, prices } = row
  return (
    <tr>
      <th scope="row">
        <b>{name}</b> <small>{offline ? words.onThisMachine : provider}</small>
      </th>
      <WindowCell row={row} onSet={window => onChange({ windows: windowsWith(settings, id, window) })} />
      <td data-name={words.longestAnswer}>{output === null ? 'unknown' : formatNumber(output)}</td>
      <td data-name={words.perMillionInOut}>{formatRates(prices)}</td>
      <td>
        {id === settings.summaryModel && <span className="tag">{words.forSummaries}</span>}{' '}
        {id === settings.model ? (
          <span className="tag tag-fix">{words.inUse}</span>
        ) : (
          <Button className="small" label={everywhere.useLabel} onClick={() => onChange({ model: id })} />
        )}
      </td>
    </tr>
  )
}

function windowsWith({ windows }: Settings, id: string, window: number | null): Settings['windows'] {
  const { [id]: _, ...others } = windows
  return window === null ? others : { ...others, [id]: window }
}
