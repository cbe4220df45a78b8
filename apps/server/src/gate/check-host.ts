import type { Refusal, RequestFacts } from './request-facts.ts'

/** Refuses a request that was not meant for this server: a page that reached us by a trick of DNS names its own host. */
export function checkHost({ hosts, target }: RequestFacts, names: ReadonlySet<string>): Refusal | null {
  const meant = hosts.length === 1 && names.has(hosts[0]!.toLowerCase()) && target.startsWith('/')
  return meant ? null : { status: 421, code: 'not-allowed', sentence: 'This address is not served here.' }
}

/** A request of HTTP/1.0 may come without one; Node refuses any other. */
export const badHost: Refusal = {
  status: 400,
  code: 'bad-request',
  sentence: 'There is no valid Host header. Send the host and port of this server in it, as in "Host: 127.0.0.1:3210".',
}

/** The names under which a server on this machine may be addressed, and those its operator has given it. */
export function hostNames(hostname: string, port: number, given: readonly string[] = []): ReadonlySet<string> {
  const own = ['127.0.0.1', 'localhost', '[::1]', hostname.includes(':') ? `[${hostname}]` : hostname]
  const withPort = own.map(name => `${name}:${port}`)
  return new Set([...withPort, ...(port === 80 ? own : []), ...given].map(name => name.toLowerCase()))
}
