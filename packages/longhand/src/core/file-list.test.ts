import { expect, test } from 'vitest'
import { fileList } from './file-list.ts'

const count = (text: string): number => Math.ceil(text.length / 4)
const file = (path: string, use: 'read' | 'changed', number = 1) => ({ path, use, number })

test('C10 a folder that many files share is said once, and each file keeps the folder it stands in', () => {
  const files = ['api/index.ts', 'web/index.ts', 'web/page.ts'].map(path =>
    file(`/srv/ada/project/src/${path}`, 'changed'),
  )
  expect(fileList(files, 1_000, count)).toBe(
    'in /srv/ada/project/src/\nchanged api/index.ts (¶1)\nchanged web/index.ts (¶1)\nchanged web/page.ts (¶1)',
  )
})

test('C10 a folder that saves next to nothing is not taken apart, and what stands elsewhere keeps its path', () => {
  expect(fileList([file('src/a/b.ts', 'changed'), file('src/c/d.ts', 'read')], 1_000, count)).toBe(
    'changed src/a/b.ts (¶1)\nread src/c/d.ts (¶1)',
  )
  const files = ['x/a.ts', 'x/b.ts', 'y/c.ts'].map(path => file(`/srv/ada/a/long/way/down/${path}`, 'changed'))
  expect(fileList([...files, file('/tmp/notes/e.md', 'read')], 1_000, count)).toContain('read /tmp/notes/e.md')
})

test('C10 what was changed is named whatever the budget, what was only read as long as there is room', () => {
  const files = [
    file('/srv/one/index.ts', 'changed'),
    file('/srv/two/index.ts', 'changed'),
    file('/srv/x/y.ts', 'read'),
  ]
  expect(fileList(files, 0, count)).toBe('changed one/index.ts\nchanged two/index.ts')
})
