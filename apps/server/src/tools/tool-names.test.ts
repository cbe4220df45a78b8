import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toolNames } from './tool-names.ts'

const from = (...tools: readonly string[]) =>
  tools.map(each => ({ server: each.split('.')[0]!, tool: each.split('.')[1]! }))

test.each([
  ['a tool keeps its name', from('files.read', 'web.fetch'), ['read', 'fetch']],
  [
    'two of a name get those of their servers',
    from('left.read', 'right.read', 'left.list'),
    ['left_read', 'right_read', 'list'],
  ],
  ['one that models have anyway is not replaced', from('notes.recall'), ['notes_recall']],
  ['signs that providers refuse are replaced', from('files.read file/é'), ['read_file__']],
  ['what is still the same is numbered', from('a.x y', 'a.x/y', 'a_x.y'), ['a_x_y', 'a_x_y_2', 'y']],
])('H7 %s', (_, tools, names) => {
  expect(toolNames(tools, ['recall'])).toEqual(names)
})

test('H7 whatever servers call their tools, each has a name of its own that every provider takes', () => {
  const name = fc.oneof(fc.constantFrom('read', 'recall', 'a_read', 'x'.repeat(90)), fc.string({ unit: 'binary' }))
  const tools = fc.array(fc.record({ server: name, tool: name }), { maxLength: 12 })
  fc.assert(
    fc.property(tools, offered => {
      const names = toolNames(offered, ['recall'])
      expect(new Set([...names, 'recall']).size).toBe(offered.length + 1)
      expect(names.filter(each => !/^[\w-]{1,64}$/.test(each))).toEqual([])
      expect(toolNames(offered, ['recall'])).toEqual(names)
    }),
    { numRuns: 1_000 },
  )
})
