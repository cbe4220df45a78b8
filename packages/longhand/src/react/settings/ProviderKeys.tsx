import { type ReactNode, useState } from 'react'
import type { ProviderRow, ProviderTestResult } from '../../client/api/contract.ts'
import { providerLabel } from '../connect/connect-choices.ts'
import { Button } from '../controls/Button.tsx'
import { PathLink } from '../controls/PathLink.tsx'
import { useLoaded } from '../hooks/use-loaded.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import * as everywhere from '../words/everywhere.ts'
import * as words from '../words/settings.ts'
import { SettingRow } from './SettingRow.tsx'

/** How each provider gets its key. The keys themselves never reach this page. */
export function ProviderKeys({ onChange: onModels }: { readonly onChange: () => void }): ReactNode {
  const { api } = useLonghand()
  const [rows, reload] = useLoaded(api.providers)
  const onChange = () => {
    reload()
    onModels()
  }
  return (
    <>
      <h2>{words.keys}</h2>
      <p>{words.keysHint}</p>
      {rows.state === 'failed' && <p role="alert">{rows.sentence}</p>}
      {rows.state === 'ready' && rows.value.map(row => <ProviderKeyRow key={row.name} row={row} onChange={onChange} />)}
    </>
  )
}

type RowProps = { readonly row: ProviderRow; readonly onChange: () => void }

/** How one provider gets its key, a button that tests it, and where it is connected. */
export function ProviderKeyRow({ row, onChange }: RowProps): ReactNode {
  const { name, state, connected } = row
  return (
    <SettingRow name={providerLabel(name)} description={describeKey(row)}>
      {state === 'open' && <TestButton name={name} />}
      {connected && <DisconnectButton name={name} onChange={onChange} />}
      {state === 'closed' && (
        <PathLink to="/settings/connect" className="btn">
          {everywhere.connect}
          <span className="visually-hidden"> {providerLabel(name)}</span>
        </PathLink>
      )}
    </SettingRow>
  )
}

/** Deletes the key that was pasted here. */
function DisconnectButton({ name, onChange }: { readonly name: string; readonly onChange: () => void }): ReactNode {
  const { api } = useLonghand()
  const [failure, setFailure] = useState<string | null>(null)
  return (
    <>
      {failure !== null && <span role="alert">{failure}</span>}
      <Button
        className="quiet"
        onClick={() => api.disconnect(name).then(onChange, (error: Error) => setFailure(error.message))}
      >
        {words.disconnect}
        <span className="visually-hidden"> {providerLabel(name)}</span>
      </Button>
    </>
  )
}

/** Asks a model of the provider for one word, and shows the result. */
function TestButton({ name }: { readonly name: string }): ReactNode {
  const { api } = useLonghand()
  const [result, setResult] = useState<ProviderTestResult | 'asking' | null>(null)
  const test = () => {
    setResult('asking')
    api.testProvider(name).then(setResult, (error: Error) => setResult({ outcome: 'failed', sentence: error.message }))
  }
  return (
    <>
      <span role="status" className={result !== null && result !== 'asking' ? result.outcome : undefined}>
        {result === 'asking' ? everywhere.asking : (result?.sentence ?? '')}
      </span>
      <span className="tag tag-fix">{words.set}</span>
      <Button disabled={result === 'asking'} onClick={test}>
        {everywhere.test}
        <span className="visually-hidden"> {providerLabel(name)}</span>
      </Button>
    </>
  )
}

function describeKey({ name, variable, key, host, state }: ProviderRow): string {
  const isOwn = name === 'local' || host !== null
  if (state === 'closed') {
    return isOwn ? words.localServerHint(variable ?? '') : words.notConnected(variable ?? '')
  }
  const where = host === null ? '' : words.at(host)
  if (key === 'page') return words.connectedHere(where)
  if (key === 'file') return words.keyFromFile(where)
  if (key === 'none') return words.noKey(where)
  return words.keyFromEnvironment(where, isOwn && name === 'local' ? 'LOCAL_API_KEY' : (variable ?? ''))
}
