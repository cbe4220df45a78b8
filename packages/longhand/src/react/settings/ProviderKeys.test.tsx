import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ProviderRow } from '../../client/api/contract.ts'
import { LonghandProvider } from '../provider/LonghandProvider.tsx'
import { ProviderKeyRow } from './ProviderKeys.tsx'

const openai: ProviderRow = {
  name: 'openai',
  variable: 'OPENAI_API_KEY',
  key: 'none',
  host: null,
  state: 'closed',
  connected: false,
}
const words = (row: Partial<ProviderRow>) =>
  renderToStaticMarkup(
    <LonghandProvider navigate={() => {}}>
      <ProviderKeyRow row={{ ...openai, ...row }} onChange={() => {}} />
    </LonghandProvider>,
  )
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

test.each<[Partial<ProviderRow>, string]>([
  [{}, 'OpenAI Not connected. You can also set OPENAI_API_KEY before you start Longhand. Connect OpenAI'],
  [{ key: 'environment', state: 'open' }, 'OpenAI From OPENAI_API_KEY in the environment. set Test OpenAI'],
  [{ key: 'file', state: 'open' }, 'OpenAI From a file that only you can read. set Test OpenAI'],
  [
    { name: 'local', variable: 'LOCAL_BASE_URL' },
    'Other, OpenAI-compatible Ollama, LM Studio, vLLM or a gateway. You can also set LOCAL_BASE_URL before you start Longhand. Connect Other, OpenAI-compatible',
  ],
  [
    { key: 'page', state: 'open', connected: true },
    'OpenAI Connected here. Its key is in a file that only you can read. set Test OpenAI Disconnect OpenAI',
  ],
  [
    { name: 'ollama', variable: null, host: '127.0.0.1:11434', state: 'open' },
    'Ollama At 127.0.0.1:11434. No key. set Test Ollama',
  ],
])('W8 how a key is given: %j', (row, told) => {
  expect(words(row)).toBe(told)
})
