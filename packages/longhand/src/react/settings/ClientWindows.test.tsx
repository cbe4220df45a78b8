import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ClientWindowLine } from '../../client/text/client-window-lines.ts'
import { ClientWindowRows } from './ClientWindows.tsx'

const words = (...lines: readonly ClientWindowLine[]) =>
  renderToStaticMarkup(<ClientWindowRows lines={lines} onForget={() => {}} />)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

test('H4.15 the page has a line and a button for each window that a program assumes, and nothing when none was learnt', () => {
  const line = {
    client: 'agent/1',
    model: 'anthropic/x',
    text: '60,000 of 200,000 tokens, learnt from 1 conversation.',
  }
  expect(words(line, { ...line, client: 'other/2' })).toMatch(
    /agent\/1 with anthropic\/x 60,000 of 200,000 tokens, learnt from 1 conversation\. Forget what was learnt about agent\/1 with anthropic\/x other\/2 with anthropic\/x .*Forget what was learnt about other\/2/,
  )
  expect(words()).toBe('')
})
