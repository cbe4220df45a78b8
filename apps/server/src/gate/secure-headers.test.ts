import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { secureHeaders } from './secure-headers.ts'

const app = new Hono().use(secureHeaders).get('*', c => c.text('here'))
const headersOf = async (path: string) => (await app.request(path)).headers

test('S, W13 only the frame that draws diagrams can be framed, by the page alone; it has no origin and reaches nothing', async () => {
  const page = await headersOf('/')
  expect(page.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(page.get('x-frame-options')).toBe('DENY')
  const frame = await headersOf('/diagrams/frame.html')
  const policy = frame.get('content-security-policy')!
  for (const part of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'self'", 'sandbox allow-scripts'])
    expect(policy.split('; ')).toContain(part)
  expect(policy).not.toMatch(/connect-src|img-src|allow-same-origin/)
  for (const path of ['/diagrams/', '/diagrams/other.js', '/diagrams/../index.html', '/api/models'])
    expect((await headersOf(path)).get('cross-origin-resource-policy')).toBe('same-origin')
})
