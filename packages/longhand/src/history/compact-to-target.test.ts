import { expect, test } from 'vitest'
import { assistant, type Message, textOf, user } from '../core/message.ts'
import { compactToTarget } from './compact-to-target.ts'

const system = (text: string): Message => ({ role: 'system', parts: [{ type: 'text', text }] })

/** More facts than any of the targets holds. */
const messages = Array.from({ length: 400 }, (_, at) => {
  const fact = `src/module${at}/file${at}.ts must answer in ${at * 7} ms, never call loader${at}() twice.`
  return at % 2 === 0 ? user(fact) : assistant(`Decided: ${fact}`)
})

test.each([2_000, 3_000, 5_000])(
  'C7 a target of %i tokens is met, what stands around the text included',
  async target => {
    const compacted = await compactToTarget(messages, { window: 64_000, target })
    expect(compacted.type).toBe('compacted')
    expect(compacted.used).toBeLessThanOrEqual(target)
    expect(compacted.used).toBeGreaterThan(target * 0.8)
  },
)

test('C7 a target above half of what was said is filled too', async () => {
  const { used: all } = await compactToTarget(messages, { window: 64_000, target: 64_000 })
  const target = Math.floor(all * 0.7)
  const { used } = await compactToTarget(messages, { window: 64_000, target })
  expect(used).toBeLessThanOrEqual(target)
  expect(used).toBeGreaterThan(target * 0.95)
})

const page = (name: string, lines: number) =>
  Array.from({ length: lines }, (_, at) => `${name}${at} reads src/${name}/part${at}.ts before step ${at}.`).join('\n')

const told = (said: readonly Message[], target: number) =>
  compactToTarget(said, { window: 64_000, target }).then(({ view, used }) => ({
    used,
    shown: view.flatMap(({ kind, message }) => (kind === 'verbatim' ? [textOf(message)] : [])),
    text: view.flatMap(({ kind, message }) => (kind === 'summary' ? [textOf(message)] : [])).join(),
  }))

test('P1 an opening that takes too much of a target is folded: what programs put there first, the person last', async () => {
  const reminder = `<system-reminder>\n${page('reminder', 300)}\n</system-reminder>`
  const task = 'Move the importer to streams, and never load a whole file.'
  const { shown, used } = await told([system('Be brief.'), user(reminder), user(task), ...messages], 3_000)
  expect(used).toBeLessThanOrEqual(3_000)
  expect(shown.slice(0, 2)).toEqual(['Be brief.', task])
  const pasted = `${task}\n${page('pasted', 300)}`
  const long = await told([system('Be brief.'), user(pasted), ...messages], 3_000)
  expect(long.used).toBeLessThanOrEqual(3_000)
  expect(long.shown).not.toContain(pasted)
  expect(long.text).toContain(task)
})

test('P1 what the system said stays, however long: then the text gets a part of the target all the same', async () => {
  const { shown, text, used } = await told([system(page('rule', 300)), ...messages], 3_000)
  expect(shown[0]).toBe(page('rule', 300))
  expect(used).toBeGreaterThan(3_000)
  expect(text.length).toBeGreaterThan(2_000)
})

test('V7 the newest words of the person stay where recent messages are too long to stay', async () => {
  const newest = 'Now write the release notes.'
  const { shown, used } = await told([...messages, user(newest), assistant(page('note', 400))], 3_000)
  expect(used).toBeLessThanOrEqual(3_000)
  expect(shown).toContain(newest)
})

test.each(['summary', 'digest'] as const)('C4 a %s obeys its target', async strategy => {
  const turns = Array.from({ length: 12 }, (_, at) => [user(`Check part ${at}.`), assistant(page(`answer${at}x`, 60))])
  for (const target of [1_500, 4_000]) {
    const { used } = await compactToTarget(turns.flat(), { window: 64_000, target, strategy })
    expect(used).toBeLessThanOrEqual(target)
    expect(used).toBeGreaterThan(target / 2)
  }
})

test('C7 of short messages no more than thirty stay as recent ones, however many would fit', async () => {
  const chat = Array.from({ length: 600 }, (_, at) =>
    at % 2 === 0
      ? user(`Is room ${at} free on the ${(at % 28) + 1}th of May, and what would it cost for all of us?`)
      : assistant(`Room ${at} is free and costs ${at * 3} euros a night, breakfast included.`),
  )
  const { shown } = await told(chat, 4_000)
  // The opening stays as well.
  expect(shown.length).toBe(31)
})
