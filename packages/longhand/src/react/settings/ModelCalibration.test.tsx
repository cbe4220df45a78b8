import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CalibrationSettingRow } from './ModelCalibration.tsx'

const words = (window: number | null) =>
  renderToStaticMarkup(
    <CalibrationSettingRow
      row={{ model: 'local/x', ratio: 1.164, window, at: '2026-11-15T00:00:00Z' }}
      onForget={() => {}}
    />,
  )
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

test('T3 the page tells what was learnt about a model, and can have it forgotten', () => {
  expect(words(8_192)).toBe(
    'local/x 1.16 tokens for each one counted here. Holds 8,192 tokens. Forget what was learnt about local/x',
  )
  expect(words(null)).toBe('local/x 1.16 tokens for each one counted here. Forget what was learnt about local/x')
})
