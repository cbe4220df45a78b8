import type { PublicName } from './public-names.ts'

/** The reference of all public names, as Markdown. */
export const apiText = (doors: ReadonlyMap<string, readonly PublicName[]>, behind: readonly PublicName[]): string =>
  [
    '# API',
    '',
    'Every name that can be imported, by door. Written by `npm run api` from the comments and types in the sources; which door is',
    'for what is in [library.md](library.md).',
    '',
    [...doors].map(([door, names]) => `[\`${door}\`](#${door.replace('/', '')}) ${names.length}`).join(' · '),
    ...[...doors].flatMap(([door, names]) => ['', `## ${door}`, ...names.flatMap(nameText)]),
    '',
    '## Types that others are made of',
    '',
    'They have no door of their own: TypeScript finds them through the names above.',
    ...behind.flatMap(nameText),
    '',
  ].join('\n')

const nameText = ({ name, comment, declaration }: PublicName): readonly string[] => [
  '',
  `### ${name}`,
  '',
  ...(comment === '' ? [] : [comment, '']),
  '```ts',
  declaration.replace(/^declare /, '').replace(/;$/, ''),
  '```',
]
