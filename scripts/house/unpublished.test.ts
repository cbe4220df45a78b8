import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../root.mjs'
import { files } from './source.ts'

const folders = ['packages', 'apps'].flatMap(folder =>
  readdirSync(join(root, folder)).map(name => join(root, folder, name, 'package.json')),
)
const unpublished = folders.map(file => JSON.parse(readFileSync(file, 'utf8')).name as string)

/** A command that would fetch a package of ours from a registry, in a line or as a list of words. Releases come from a file. */
const fetched = new RegExp(
  [
    /\b(?:npx|pnpx|bunx|(?:npm|pnpm|yarn|bun)\s+(?:i|in|install|add|exec|x|dlx|create|init))\b/.source,
    /['"`]?(?:[\s,:[\]]|['"`](?:args['"`])?|--?[\w-]+)+/.source,
    // Other packages may stand before it.
    /(?:[\w@./-]+ )*?/.source,
    `(?:${unpublished.join('|')})`,
    /(?:@[\w.-]+)?(?=$|[\s'"`),;.]|\\n)(?!\.\w|\/)/.source,
  ].join(''),
  'm',
)

const readable = files(root).filter(
  path => /\.(tsx?|mjs|js|json|md|ya?ml|hbs|html|sh|toml)$|Dockerfile$/.test(path) && !/lock/.test(path),
)

test('no line names an unpublished package as something to fetch: it would be whoever registers the name', () => {
  expect(unpublished).toContain('longhand')
  expect(readable.length).toBeGreaterThan(500)
  const named = readable.filter(path => !path.endsWith('unpublished.test.ts'))
  const faults = named.filter(path => fetched.test(readFileSync(path, 'utf8'))).map(path => relative(root, path))
  expect(faults).toEqual([])
})

test.each([
  ['Run `npx longhand serve`', true],
  ['npm i longhand', true],
  ['npm install --save @longhand/server', true],
  ['pnpm add zod longhand@latest', true],
  ['npx -y @longhand/cli mcp', true],
  ['{ "command": "npx", "args": ["-y", "longhand", "mcp"] }', true],
  ["spawn('npx', ['longhand', 'serve'])", true],
  ['npm i dist/longhand-0.0.0.tgz', false],
  ['npm i -g ~/longhand/dist/longhand-cli-0.0.0.tgz', false],
  ['longhand serve', false],
  ['`longhand/postgres` needs the package "pg". Install it: npm i pg', false],
  ['npx node apps/cli/src/main.ts', false],
])('%s would be fetched: %s', (line, expected) => {
  expect(fetched.test(line)).toBe(expected)
})
