import { expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { asProgram, testContext } from '../testing/test-context.ts'

const context = testContext()
const app = createApp(context)
const told = async (method: string, path: string, token?: null) => {
  const answer = await app.request(path, token === null ? asProgram(method, null) : asProgram(method))
  return [answer.status, answer.headers.get('allow')]
}

test('S a method that an address does not have is refused with those that it has', async () => {
  const { id } = (await (await app.request('/api/conversations', { ...asProgram('POST'), body: '{}' })).json()) as {
    id: string
  }
  expect(await told('DELETE', '/api/models')).toEqual([405, 'GET, HEAD'])
  expect(await told('GET', '/api/stateless')).toEqual([405, 'POST'])
  expect(await told('PUT', `/api/conversations/${id}`)).toEqual([405, 'GET, HEAD, PATCH, DELETE'])
  expect(await told('POST', `/api/conversations/${id}/entries`)).toEqual([405, 'GET, HEAD'])
  expect(await told('POST', '/healthz')).toEqual([405, 'GET, HEAD'])
  expect(await told('POST', '/c/some-page')).toEqual([405, 'GET, HEAD'])
})

test('S where there is nothing, no method helps', async () => {
  expect(await told('POST', '/api/nothing')).toEqual([404, null])
  expect(await told('DELETE', '/api/conversations/nonsense/entries')).toEqual([404, null])
})

test('S whoever is not known learns no method of what is not open', async () => {
  for (const [method, path] of [
    ['DELETE', '/api/models'],
    ['GET', '/api/stateless'],
    ['PUT', '/api/conversations/nonsense'],
    ['POST', '/api/nothing'],
  ] as const)
    expect(await told(method, path, null)).toEqual([401, null])
  // Outside of the API every address is one of the page.
  for (const path of ['/metrics', '/nothing']) expect(await told('POST', path, null)).toEqual([405, 'GET, HEAD'])
})
