import { type ReactNode, useCallback } from 'react'
import type { ModelRow, Settings } from '../client/contract.ts'
import { grouped, rates } from '../client/figures.ts'
import { Icon } from './Icon.tsx'
import { useLonghand } from './longhand-context.tsx'
import { useLoaded } from './use-loaded.ts'

type Props = { readonly settings: Settings; readonly onChange: (change: Partial<Settings>) => void }

/** Which models there are, which one is used, and how to connect others. */
export function ModelsSection({ settings, onChange }: Props): ReactNode {
  const { api } = useLonghand()
  const [models] = useLoaded(useCallback(() => api.models(), [api]))
  const rows = models.state === 'there' ? models.value : []
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
              It answers only by quoting what it was sent, so you can see what survived a condensing. It knows nothing
              else. For a real model choose one below, or start with a key.
            </p>
          </div>
        </div>
      )}
      <h2>Models</h2>
      {models.state === 'failed' && <p role="alert">{models.sentence}</p>}
      <table className="models">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Window</th>
            <th scope="col">Price per million, in / out</th>
            <th scope="col">
              <span className="unseen">Use</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <ModelLine key={row.id} row={row} settings={settings} onUse={model => onChange({ model })} />
          ))}
        </tbody>
      </table>
      <h2>Keys</h2>
      <p>
        Keys come from the environment and never reach this page. Start with one of them set and its models appear here:
      </p>
      <pre className="keys">{keys}</pre>
    </>
  )
}

const keys = `ANTHROPIC_API_KEY=…    OPENAI_API_KEY=…    GOOGLE_GENERATIVE_AI_API_KEY=…    OPENROUTER_API_KEY=…

npm start`

type LineProps = { readonly row: ModelRow; readonly settings: Settings; readonly onUse: (model: string) => void }

function ModelLine({ row, settings, onUse }: LineProps): ReactNode {
  const { id, name, provider, window, guess, offline, prices } = row
  return (
    <tr>
      <th scope="row">
        <b>{name}</b> <small>{offline ? 'on this machine' : provider}</small>
      </th>
      <td>
        {window === null ? 'unknown' : grouped(window)} {guess && <span className="tag tag-decision">a guess</span>}
      </td>
      <td>{rates(prices)}</td>
      <td>
        {id === settings.summaryModel && <span className="tag">for summaries</span>}{' '}
        {id === settings.model ? (
          <span className="tag tag-fix">in use</span>
        ) : (
          <button type="button" className="btn small" onClick={() => onUse(id)}>
            Use
          </button>
        )}
      </td>
    </tr>
  )
}
