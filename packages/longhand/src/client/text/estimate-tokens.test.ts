import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countTokens } from '../../tokens/count.ts'
import { estimateTokens } from './estimate-tokens.ts'

test.each([
  [
    'a question',
    'Could you look at the failing test in src/worker/queue.ts? I think it has to do with the idempotency key.',
  ],
  ['German', 'Die Konferenz beginnt um neun Uhr am Hafen, und die Lotsen müssen rechtzeitig vor Ort sein.'],
  ['Russian', 'Корабли приходят в порт на рассвете, и необходимо проверить расписание до начала бури.'],
  ['Arabic', 'تصل السفن إلى الميناء عند الفجر ويجب التحقق من الجداول قبل العاصفة المتوقعة.'],
  ['Hindi', 'जहाज भोर में बंदरगाह पर पहुँचते हैं और तूफान से पहले समय सारणी की जाँच करनी चाहिए।'],
  ['Chinese', '船只在黎明时分抵达港口，必须在下周宣布的暴风雨之前检查时间表并通知船员。'],
  ['Japanese', '船は夜明けに港に到着します。嵐の前にスケジュールを確認する必要があります。'],
  [
    'code',
    "export const claim = async (db: Pool) => (await db.query('update jobs set worker = $1', [1])).rows[0] ?? null\n".repeat(
      9,
    ),
  ],
  [
    'a log',
    '2026-11-15T11:04:54.233Z WARN [worker-7] duplicate key export_jobs_idem_key at /srv/src/queue.ts:91\n'.repeat(9),
  ],
  ['base64', Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * at * 7919) % 251)).toString('base64')],
])('T7 the estimate of %s is within a quarter of the count', (_, text) => {
  const counted = countTokens(text)
  expect(Math.abs(estimateTokens(text) - counted)).toBeLessThanOrEqual(counted / 4)
})

test('T7 a text as long as a book is estimated from its beginning', () => {
  const line = 'The lamp is lit at dusk, and the keeper writes down who passes.\n'
  const counted = countTokens(line) * 50_000
  expect(Math.abs(estimateTokens(line.repeat(50_000)) - counted)).toBeLessThanOrEqual(counted / 4)
})

test('T7 nothing is nothing, and no text is estimated at less or at more than its bytes', () => {
  expect(estimateTokens('')).toBe(0)
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), text => {
      const tokens = estimateTokens(text)
      expect(tokens).toBeGreaterThanOrEqual(0)
      expect(tokens).toBeLessThanOrEqual(new TextEncoder().encode(text).length + 1)
    }),
    { numRuns: 1_000 },
  )
})
