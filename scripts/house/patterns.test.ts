import { expect, test } from 'vitest'
import { user } from '../../packages/longhand/src/core/message.ts'
import { runToEnd } from '../../packages/longhand/src/core/steps.ts'
import { outgrown } from '../../packages/longhand/src/testing/outgrown.ts'
import { isShipped, type Pattern, patternsBuiltBy, patternsIn } from './patterns.ts'
import { parse, sources } from './source.ts'

const shipped = sources.filter(isShipped)
const subjects = new URL('../../packages/longhand/src/testing/growth/subjects.ts', import.meta.url)

/** Sources that put patterns together, and what makes them do it. */
const builders: Readonly<Record<string, () => Promise<unknown>>> = {
  'apps/server/src/gate/media-type.ts': () => import('../../apps/server/src/gate/media-type.ts'),
  'apps/server/src/display/excerpt.ts': async () =>
    runToEnd((await import('../../apps/server/src/display/excerpt.ts')).excerptSteps(user('x'), 'some words')),
  'apps/server/src/trust/trust-text.ts': async () =>
    (await import('../../apps/server/src/trust/trust-text.ts')).breakLines('x', 80),
  'packages/longhand/src/core/word-pattern.ts': async () => [
    await import('../../packages/longhand/src/core/says-decision.ts'),
    await import('../../packages/longhand/src/core/says-fix.ts'),
  ],
  'packages/longhand/src/providers/provider-failure.ts': () =>
    import('../../packages/longhand/src/providers/provider-failure.ts'),
  'packages/longhand/src/facts/judging/repairs.ts': () =>
    import('../../packages/longhand/src/facts/judging/repairs.ts'),
  'packages/longhand/src/facts/reading/cue-words.ts': () => import('../../packages/longhand/src/facts/reading/cues.ts'),
  'packages/longhand/src/facts/reading/constraints.ts': () =>
    import('../../packages/longhand/src/facts/reading/constraints.ts'),
  'packages/longhand/src/facts/reading/details.ts': () =>
    import('../../packages/longhand/src/facts/reading/details.ts'),
  'packages/longhand/src/facts/reading/lines.ts': () => import('../../packages/longhand/src/facts/reading/lines.ts'),
  'packages/longhand/src/facts/reading/numbers.ts': () =>
    import('../../packages/longhand/src/facts/reading/numbers.ts'),
  'packages/longhand/src/facts/spoken-secrets.ts': () => import('../../packages/longhand/src/facts/spoken-secrets.ts'),
  'packages/longhand/src/react/search/split-at-words.ts': async () =>
    (await import('../../packages/longhand/src/react/search/split-at-words.ts')).splitAtWords('x', 'some words'),
  'packages/longhand/src/core/program-text.ts': async () =>
    (await import('../../packages/longhand/src/core/program-text.ts')).splitByAuthor('x'),
  'packages/longhand/src/tokens/registry/listed-provider.ts': async () => {
    const { isMeant } = await import('../../packages/longhand/src/tokens/registry/listed-provider.ts')
    const { providersJson } = await import('../../packages/longhand/src/tokens/registry/providers.generated.js')
    const rules = JSON.parse(providersJson, (_, value) => (value?.regex === undefined ? value : isMeant(value, 'x')))
    expect(rules.length).toBeGreaterThan(1)
  },
}

async function builtPatterns(): Promise<readonly Pattern[]> {
  const found: Pattern[] = []
  // The sources that others import come first: a source is run once.
  for (const [path, act] of Object.entries(builders).toReversed()) found.push(...(await patternsBuiltBy(path, act)))
  return found
}

test('T6 every regular expression that ships takes time in proportion to the text, whatever the text', async () => {
  const built = await builtPatterns()
  const building = shipped.flatMap(source => (patternsIn(source).built > 0 ? [source.path] : []))
  expect([...new Set(built.map(({ path }) => path))].toSorted()).toEqual(building.toSorted())
  const patterns = [...shipped.flatMap(source => patternsIn(source).written), ...built]
  const { checked, faults } = await outgrown(subjects, { patterns })
  expect(faults.join('\n')).toBe('')
  expect(checked).toBe(patterns.length)
}, 240_000)

test('a regular expression is found wherever it stands, and none that is slow passes', async () => {
  const source = parse(
    'x.ts',
    "const a = [/a/g, { b: () => 'x'.replace(/^(?:\\s|x)+$/u, '') }]; new RegExp(a); RegExp('/no/')",
  )
  const { written, built } = patternsIn(source)
  expect(written.map(({ source }) => source)).toEqual(['a', '^(?:\\s|x)+$'])
  expect(built).toBe(2)
  const slow = ['\\s+$', '^(a+)+$', '(?:- *|-{1,3})*x', 'a.*b.*c', '(?=\\S*\\d)\\w']
  const { faults } = await outgrown(
    subjects,
    { patterns: slow.map(source => ({ path: '', source, flags: 'gm' })) },
    // Whether it is told or given up, it does not pass.
    1_000,
  )
  expect(faults).toHaveLength(slow.length)
}, 240_000)
