import { expect, test } from 'vitest'
import { addressProblem, meantAddresses } from './server-address.ts'

test.each([
  ['http://localhost:11434', ['http://localhost:11434/v1', 'http://localhost:11434']],
  ['http://127.0.0.1:1234/v1/', ['http://127.0.0.1:1234/v1']],
  [' https://openrouter.ai/api/v1/chat/completions ', ['https://openrouter.ai/api/v1']],
  ['https://gpu.lan/v1/models', ['https://gpu.lan/v1']],
])('W9 %s is taken as it was meant', (pasted, meant) => {
  expect(addressProblem(pasted)).toBeNull()
  expect(meantAddresses(pasted)).toEqual(meant)
})

test.each([
  ['localhost:11434', /begins with http/],
  ['file:///etc/passwd', /begins with http/],
  ['gopher://127.0.0.1:25/', /begins with http/],
  ['data:text/plain,x', /begins with http/],
  ['http://', /begins with http/],
  ['http://me:hush@gpu.lan/v1', /without a password/],
  ['http://gpu.lan/v1?key=hush', /without \? and #/],
  ['http://gpu.lan/v1#hush', /without \? and #/],
])('W9, F6 %s is no address of a model server', (pasted, problem) => {
  expect(addressProblem(pasted)).toMatch(problem)
  expect(addressProblem(pasted)).not.toContain('hush')
})
