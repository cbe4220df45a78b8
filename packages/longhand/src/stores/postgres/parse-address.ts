import { LonghandError } from '../../core/errors.ts'

/** The address of a database as the driver reads it, or `bad-config`: several hosts are one that it never finds. */
export function parseAddress(address: string): URL {
  // What comes after the last @ and before the path; in a password, a comma is a comma.
  const [, host = ''] = /^[a-z]+:\/\/(?:[^/?#]*@)?([^@/?#]*)/i.exec(address) ?? []
  // The driver takes a socket's folder as well, and an address without a host.
  const full = address.startsWith('/') ? `postgres://localhost${address}` : address.replace('@/', '@localhost/')
  const url = URL.canParse(full) ? new URL(full) : null
  if (`${host} ${url?.searchParams.get('host')}`.includes(',')) throw new LonghandError('bad-config', severalHosts)
  if (url === null) throw new LonghandError('bad-config', noAddress)
  return url
}

const severalHosts =
  'The address of the database names several hosts, and only one can be used. Give the one that always leads to the primary: that of your proxy (HAProxy, pgbouncer) or service.'

const noAddress = 'The address of the database cannot be read. Write it as postgres://user:password@host:5432/database.'
