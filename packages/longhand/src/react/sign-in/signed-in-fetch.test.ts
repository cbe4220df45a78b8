import { afterEach, expect, test, vi } from 'vitest'
import { signedInFetch } from './signed-in-fetch.ts'

afterEach(() => vi.unstubAllGlobals())

const serverThat = (answer: (path: string) => Response): string[] => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return answer(path)
  })
  return asked
}

test('W25 a browser that is not signed in asks once, is told why, and can still sign in', async () => {
  const asked = serverThat(path =>
    path === '/api/login'
      ? new Response(null, { status: 204 })
      : Response.json({ code: 'not-allowed', sentence: 'Who are you?' }, { status: 401 }),
  )
  const told: string[] = []
  const ask = signedInFetch(sentence => told.push(sentence))
  const answers = await Promise.all(['/api/settings', '/api/models', '/api/live'].map(path => ask(path)))
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401])
  expect(await answers[2]!.json()).toMatchObject({ sentence: 'Who are you?' })
  await ask('/api/live')
  expect(asked).toEqual(['/api/settings'])
  expect(told).toEqual(['Who are you?'])
  expect((await ask('/api/login')).status).toBe(204)
})

test('W25 whoever is signed in notices nothing, also when the first request fails', async () => {
  const asked = serverThat(path => {
    if (path === '/first') throw new TypeError('no network')
    return Response.json({})
  })
  const ask = signedInFetch(() => {
    throw new Error('Nobody was signed out.')
  })
  const first = ask('/first')
  const second = ask('/second')
  await expect(first).rejects.toThrow('no network')
  expect((await second).status).toBe(200)
  expect(asked).toEqual(['/first', '/second'])
})
