import { isRefusedHost, linkLocal } from './refused-address.ts'

/** What is wrong with the address of a model server; null when nothing is. */
export function addressProblem(address: string): string | null {
  const url = URL.parse(address.trim())
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '')
    return 'an address that begins with http:// or https://'
  if (url.username !== '' || url.password !== '') return 'an address without a password: paste the key below it'
  if (isRefusedHost(url.hostname)) return linkLocal
  return url.search === '' && url.hash === '' ? null : 'an address without ? and #'
}

/**
 * The addresses that somebody can have meant, the likeliest first: people paste the address of one endpoint, or leave out
 * the version at the end.
 */
export function meantAddresses(address: string): readonly string[] {
  const { origin, pathname } = new URL(address.trim())
  const steps = pathname.split('/').filter(step => step !== '')
  const endpoint = endpoints.find(one => steps.join('/').endsWith(one)) ?? null
  const kept = endpoint === null ? steps : steps.slice(0, -endpoint.split('/').length)
  const start = [origin, ...kept].join('/')
  return kept.length === 0 ? [`${start}/v1`, start] : [start]
}

const endpoints = ['chat/completions', 'completions', 'responses', 'models', 'messages']
