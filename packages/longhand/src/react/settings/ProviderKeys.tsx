import { type ReactNode, useState } from 'react'
import type { ProviderRow, ProviderTestResult } from '../../client/api/contract.ts'
import { providerLabel } from '../connect/connect-choices.ts'
import { Button } from '../controls/Button.tsx'
import { PathLink } from '../controls/PathLink.tsx'
import { useLoaded } from '../hooks/use-loaded.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'
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
      <h2>Keys</h2>
      <p>They come from the environment or from files that only you can read, and never come back to this page.</p>
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
          Connect<span className="visually-hidden"> {providerLabel(name)}</span>
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
        Disconnect<span className="visually-hidden"> {providerLabel(name)}</span>
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
        {result === 'asking' ? 'Asking…' : (result?.sentence ?? '')}
      </span>
      <span className="tag tag-fix">set</span>
      <Button disabled={result === 'asking'} onClick={test}>
        Test<span className="visually-hidden"> {providerLabel(name)}</span>
      </Button>
    </>
  )
}

function describeKey({ name, variable, key, host, state }: ProviderRow): string {
  const isOwn = name === 'local' || host !== null
  if (state === 'closed') {
    return isOwn
      ? `Ollama, LM Studio, vLLM, a gateway; or start with ${variable} set.`
      : `Not connected. Or start with ${variable} set.`
  }
  const where = host === null ? '' : `At ${host}. `
  if (key === 'page') return `${where}Connected here. Its key is in a file that only you can read.`
  if (key === 'file') return `${where}From a file that only you can read.`
  if (key === 'none') return `${where}No key.`
  return `${where}From ${isOwn && name === 'local' ? 'LOCAL_API_KEY' : variable} in the environment.`
}
