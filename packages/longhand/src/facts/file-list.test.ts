import { expect, test } from 'vitest'
import { fileList } from './file-list.ts'

const count = (text: string): number => Math.ceil(text.length / 4)
const file = (path: string, use: 'read' | 'changed', number = 1) => ({ path, use, number })

test('C10 what was changed is named whatever the budget, what was only read as long as there is room', () => {
  const files = [
    file('/srv/one/index.ts', 'changed'),
    file('/srv/two/index.ts', 'changed'),
    file('/srv/x/y.ts', 'read'),
  ]
  expect(fileList(files, 1_000, count)).toBe(
    'changed /srv/one/index.ts (¶1)\nchanged /srv/two/index.ts (¶1)\nread /srv/x/y.ts (¶1)',
  )
  expect(fileList(files, 0, count)).toBe('changed one/index.ts\nchanged two/index.ts')
})
