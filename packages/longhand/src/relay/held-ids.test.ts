import fc from 'fast-check'
import { expect, test } from 'vitest'
import { heldIds } from './held-ids.ts'
import { scanObject } from './scan-object.ts'

const idsIn = (text: string) => {
  const bytes = Buffer.from(text)
  return heldIds({ bytes, members: scanObject(bytes) })
}

test('H4.12 names are found wherever providers look for them, each once, and both of a member that stands there twice', async () => {
  const file = { type: 'input_file', file_id: 'f1' }
  const input = [{ content: [file, { type: 'input_text', text: 'x' }, file] }, { output: [{ file_id: 'f2' }] }]
  expect(await idsIn(JSON.stringify({ input, tools: [{ container: 'c1' }] }))).toEqual(['f1', 'f2', 'c1'])
  expect(await idsIn('{"tools":[{"container":"c1","container":"c2"}]}')).toEqual(['c1', 'c2'])
  expect(await idsIn('{"input":"Hi.","previous_response_id":"r1","previous_response_id":"r2"}')).toEqual(['r1', 'r2'])
  expect(await idsIn('{"tools":[{"container":7}]}')).toEqual([''])
})

test('H4.12 what cannot be taken apart may name anything, and so may what nests deeper than requests do', async () => {
  for (const text of ['', '7', '{', '{"input":[}']) expect(await idsIn(text)).toBe(null)
  const nested = (levels: number): object => (levels === 0 ? { file_id: 'f' } : { content: [nested(levels - 1)] })
  expect(await idsIn(JSON.stringify({ input: [nested(5)] }))).toEqual(['f'])
  expect(await idsIn(JSON.stringify({ input: [nested(40)] }))).toEqual([''])
})

test('H4.12 of very many names only so many are read, and of very many pieces that only look like one none is missed', async () => {
  const content = Array.from({ length: 20_000 }, (_, at) => ({ type: 'input_file', file_id: `f${at}` }))
  expect((await idsIn(JSON.stringify({ input: [{ content }] })))!.length).toBeLessThan(110)
  // What was not read may be anyone's.
  expect(await idsIn(JSON.stringify({ input: [{ content }] }))).toContain('')
  expect(await idsIn(JSON.stringify({ input: content.map(one => ({ content: [one] })) }))).toContain('')
  expect(await idsIn(JSON.stringify({ file_ids: [...Array.from({ length: 200 }, () => 'own'), 'f'] }))).toContain('')
  const words = Array.from({ length: 10_000 }, () => ({ type: 'input_text', text: 'file_id', file_id: null }))
  expect(await idsIn(JSON.stringify({ input: [{ content: [...words, { file_id: 'last' }] }] }))).toEqual(['last'])
  const more = [words, words, words].flat()
  expect(await idsIn(JSON.stringify({ input: [{ content: more }] }))).toEqual([''])
  expect(await idsIn(JSON.stringify({ input: more }))).toEqual([''])
})

test('H4.12 whatever a request says, it is read', async () => {
  const keys = fc.constantFrom('input', 'tools', 'content', 'container', 'file_id', 'audio', 'id', 'type', 'variables')
  const { tree } = fc.letrec(tie => ({
    tree: fc.oneof(
      { maxDepth: 6 },
      fc.jsonValue(),
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(keys, tie('tree')),
    ),
  }))
  await fc.assert(
    fc.asyncProperty(fc.dictionary(keys, tree), async fields => {
      expect(await idsIn(JSON.stringify(fields))).toEqual(expect.any(Array))
    }),
  )
})
