import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { root } from '../root.mjs'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

test('the code of the README is a file that is type-checked, and prints what the README says', async () => {
  expect(read('README.md')).toContain(`\`\`\`ts\n${read('docs/snippets/readme.ts')}\`\`\``)
  const said = vi.spyOn(console, 'log').mockImplementation(() => {})
  await import('../../docs/snippets/readme.ts')
  expect(said.mock.calls).toEqual([[8], [20]])
  said.mockRestore()
})

test('AGENTS.md is short enough to be read', () => {
  expect(read('AGENTS.md').split('\n').length).toBeLessThanOrEqual(41)
})

test('links between the docs lead somewhere', () => {
  const pages = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/decisions/README.md']
  const broken = pages.flatMap(page =>
    Array.from(read(page).matchAll(/\]\((?!https?:)([^)#]+)/g), match => join(page, '..', match[1]!)).filter(
      path => !existsSync(join(root, path)),
    ),
  )
  expect(broken).toEqual([])
})
