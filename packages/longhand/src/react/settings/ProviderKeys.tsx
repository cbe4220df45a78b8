import { type ReactNode, useState } from 'react'
import type { ProviderRow, ProviderTestResult } from '../../client/api/contract.ts'
import { Button } from '../controls/Button.tsx'
import { CopyButton } from '../controls/CopyButton.tsx'
import { useLoaded } from '../hooks/use-loaded.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import { SettingRow } from './SettingRow.tsx'

/** How each provider gets its key. The keys themselves never reach this page. */
export function ProviderKeys(): ReactNode {
  const { api } = useLonghand()
  const [rows] = useLoaded(api.providers)
  return (
    <>
      <h2>Keys</h2>
      <p>They come from the environment or from a file that only you can read, and never reach this page.</p>
      {rows.state === 'failed' && <p role="alert">{rows.sentence}</p>}
      {rows.state === 'ready' && rows.value.map(row => <ProviderKeyRow key={row.name} row={row} />)}
    </>
  )
}

/** How one provider gets its key, and a button that tests it. */
export function ProviderKeyRow({ row }: { readonly row: ProviderRow }): ReactNode {
  const { name, variable, state } = row
  const start = variable === null ? null : `${variable}=… npm start`
  return (
    <SettingRow name={names[name] ?? name} description={describeKey(row)}>
      {state === 'open' && <TestButton name={name} />}
      {state === 'closed' && start !== null && (
        <>
          <code className="key-line">{start}</code>
          <CopyButton text={start} label={`Copy the line for ${names[name] ?? name}`} />
        </>
      )}
    </SettingRow>
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
        Test<span className="visually-hidden"> {names[name] ?? name}</span>
      </Button>
    </>
  )
}

const names: Readonly<Record<string, string>> = {
  anthropic: 'Anthropic',
  openai: 'OpenAI',
  google: 'Google',
  openrouter: 'OpenRouter',
  local: 'Other, OpenAI-compatible',
}

function describeKey({ name, variable, key, host, state }: ProviderRow): string {
  const isOwn = name === 'local' || host !== null
  if (state === 'closed') {
    return isOwn ? `Ollama, llama.cpp, a gateway. Start with ${variable} set.` : `Not set. Start with ${variable} set.`
  }
  const where = host === null ? '' : `At ${host}. `
  if (key === 'file') return `${where}From a file that only you can read.`
  if (key === 'none') return `${where}No key.`
  return `${where}From ${isOwn && name === 'local' ? 'LOCAL_API_KEY' : variable} in the environment.`
}
