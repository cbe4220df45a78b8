import type { MiddlewareHandler } from 'hono'

/** Only our own scripts and resources, and no framing. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const headers = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
} as const

/**
 * W13 diagrams are drawn in a frame of the page that has no origin: its scripts may be loaded by a document without one,
 * may write styles, and can reach nothing else.
 */
const frameHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join('; '),
  'x-frame-options': 'SAMEORIGIN',
  'cross-origin-resource-policy': 'cross-origin',
} as const

const framePaths = new Set(['/diagrams/frame.html', '/diagrams/frame.js', '/diagrams/mermaid.js'])

/** Adds the headers to every response, refusals too. */
export const secureHeaders: MiddlewareHandler = async (c, next) => {
  await next()
  secure(c.res)
  if (framePaths.has(c.req.path))
    for (const [name, value] of Object.entries(frameHeaders)) c.res.headers.set(name, value)
}

type Header = readonly [name: string, value: string]

/** The same for headers that are written without a response. Their names are in lower case. */
export function withSecureHeaders(given: readonly Header[]): readonly Header[] {
  const others = given.filter(([name]) => !Object.hasOwn(headers, name))
  const isStorable = others.some(([name]) => name === 'cache-control')
  return [...others, ...Object.entries(headers), ...(isStorable ? [] : [['cache-control', 'no-store'] as const])]
}

/** The same for a response from outside the router. */
export function secure(answer: Response): Response {
  for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value)
  if (!answer.headers.has('cache-control')) answer.headers.set('cache-control', 'no-store')
  return answer
}
