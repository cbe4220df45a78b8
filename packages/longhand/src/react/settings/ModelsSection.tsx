import type { ReactNode } from 'react'
import type { ModelRow, Settings } from '../../client/api/contract.ts'
import { formatNumber, formatRates } from '../../client/text/format.ts'
import { Button } from '../controls/Button.tsx'
import { Icon } from '../controls/Icon.tsx'
import { PathLink } from '../controls/PathLink.tsx'
import { Toggle } from '../controls/Toggle.tsx'
import { useLoaded } from '../hooks/use-loaded.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import { ModelCalibration } from './ModelCalibration.tsx'
import { ProviderKeys } from './ProviderKeys.tsx'
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
      <h1>Models and keys</h1>
      <p className="settings-sub">Everything works without a key. A real model needs one.</p>
      {offline && (
        <div className="settings-note">
          <Icon name="book" />
          <div>
            <b>The offline model is in use</b>
            <p>
              It answers only by quoting what it was sent, so you can see what survived condensing. It knows nothing
              else. For a real model choose one below, or connect one.
            </p>
          </div>
          <PathLink to="/settings/connect" className="btn">
            Connect
          </PathLink>
        </div>
      )}
      <h2>Models</h2>
      {models.state === 'failed' && <p role="alert">{models.sentence}</p>}
      <table className="models">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Window</th>
            <th scope="col">Longest answer</th>
            <th scope="col">Price per million, in / out</th>
            <th scope="col">
              <span className="visually-hidden">Use</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <ModelLine key={row.id} row={row} settings={settings} onChange={change} />
          ))}
        </tbody>
      </table>
      <SettingRow
        name="Titles"
        description="After its first answer, the model gives the conversation a title. It costs a few tokens. When off, your first words are the title."
      >
        <Toggle
          label="Titles written by the model"
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
        <b>{name}</b> <small>{offline ? 'on this machine' : provider}</small>
      </th>
      <WindowCell row={row} onSet={window => onChange({ windows: windowsWith(settings, id, window) })} />
      <td data-name="Longest answer">{output === null ? 'unknown' : formatNumber(output)}</td>
      <td data-name="Per million, in / out">{formatRates(prices)}</td>
      <td>
        {id === settings.summaryModel && <span className="tag">for summaries</span>}{' '}
        {id === settings.model ? (
          <span className="tag tag-fix">in use</span>
        ) : (
          <Button className="small" label="Use" onClick={() => onChange({ model: id })} />
        )}
      </td>
    </tr>
  )
}

function windowsWith({ windows }: Settings, id: string, window: number | null): Settings['windows'] {
  const { [id]: _, ...others } = windows
  return window === null ? others : { ...others, [id]: window }
}
