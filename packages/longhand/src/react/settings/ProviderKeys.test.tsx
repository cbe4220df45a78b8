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
      <ProviderKeyRow row={{ ...openai, ...row }} />
    </LonghandProvider>,
  )
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

test.each<[Partial<ProviderRow>, string]>([
  [{}, 'OpenAI Not set. Start with OPENAI_API_KEY set. OPENAI_API_KEY=… npm start Copy'],
  [{ key: 'environment', state: 'open' }, 'OpenAI From OPENAI_API_KEY in the environment. set Test OpenAI'],
  [{ key: 'file', state: 'open' }, 'OpenAI From a file that only you can read. set Test OpenAI'],
  [
    { name: 'local', variable: 'LOCAL_BASE_URL' },
    'Other, OpenAI-compatible Ollama, llama.cpp, a gateway. Start with LOCAL_BASE_URL set. LOCAL_BASE_URL=… npm start Copy',
  ],
  [
    { name: 'ollama', variable: null, host: '127.0.0.1:11434', state: 'open' },
    'ollama At 127.0.0.1:11434. No key. set Test ollama',
  ],
])('W8 how a key is given: %j', (row, told) => {
  expect(words(row)).toBe(told)
})
