import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Footing, nextRung, type Rung, rungs } from './ladder.ts'

const start: Footing = { from: 'summary', tried: [], summariser: 'ready', span: 'fits-summariser' }

/** Every rung that is taken when each one fails; a summariser that fails is gone. */
function climb(footing: Footing): readonly Rung[] {
  const rung = nextRung(footing)
  if (rung === 'refuse') return [rung]
  const asked = rung === 'summary' || rung === 'chunks'
  return [
    rung,
    ...climb({ ...footing, tried: [...footing.tried, rung], summariser: asked ? 'absent' : footing.summariser }),
  ]
}

test.each([
  [start, ['summary', 'extract', 'truncate', 'refuse']],
  [{ ...start, span: 'exceeds-summariser' }, ['chunks', 'extract', 'truncate', 'refuse']],
  [{ ...start, summariser: 'absent' }, ['extract', 'truncate', 'refuse']],
  [{ ...start, from: 'trim' }, ['trim', 'runs', 'summary', 'extract', 'truncate', 'refuse']],
] as const)('F1 from %j one climbs %j', (footing, taken) => {
  expect(climb(footing)).toEqual(taken)
})

test('F1 no rung needs what has just failed, none is tried twice, and there is always one left', () => {
  fc.assert(
    fc.property(
      fc.record({
        from: fc.constantFrom(...rungs),
        tried: fc.subarray([...rungs]),
        summariser: fc.constantFrom('ready' as const, 'absent' as const),
        span: fc.constantFrom('fits-summariser' as const, 'exceeds-summariser' as const),
      }),
      footing => {
        const rung = nextRung(footing)
        if (rung !== 'refuse') expect(footing.tried).not.toContain(rung)
        if (footing.summariser === 'absent') expect(['summary', 'chunks']).not.toContain(rung)
        expect(rungs.indexOf(rung)).toBeGreaterThanOrEqual(rungs.indexOf(footing.from))
      },
    ),
    { numRuns: 1000 },
  )
})
