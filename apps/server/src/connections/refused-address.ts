import { type LookupAddress, lookup as lookUp } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { LonghandError } from 'longhand'

/** Link-local addresses, those outside of them where clouds hand out keys, and those of several machines at once. */
const refused = new BlockList()
for (const [net, prefix] of [
  ['169.254.0.0', 16],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['192.0.0.192', 32],
  ['224.0.0.0', 4],
  ['255.255.255.255', 32],
] as const) {
  refused.addSubnet(net, prefix, 'ipv4')
  // As IPv6 writes IPv4; the list itself knows `::ffff:`.
  for (const before of ['::', '::ffff:0:', '64:ff9b::']) refused.addSubnet(before + net, 96 + prefix, 'ipv6')
  const hex = Buffer.from(net.split('.').map(Number)).toString('hex')
  refused.addSubnet(`2002:${hex.slice(0, 4)}:${hex.slice(4)}::`, 16 + prefix, 'ipv6')
}
for (const [net, prefix] of [
  ['fe80::', 10],
  ['fd00:ec2::', 32],
  ['fd20:ce::254', 128],
  ['fd00:c1::a9fe:a9fe', 128],
  ['fd00:42::42', 128],
  ['64:ff9b:1::', 48],
  ['ff00::', 8],
] as const)
  refused.addSubnet(net, prefix, 'ipv6')

/** Whether nothing of ours may go to a host, as URLs write it; a name is known only when it is looked up. */
export function isRefusedHost(hostname: string): boolean {
  const [host = ''] = hostname.replace(/^\[|\]$/g, '').split('%', 1)
  const family = isIP(host)
  return family !== 0 && refused.check(host, family === 6 ? 'ipv6' : 'ipv4')
}

/** Refuses an address by what its name stands for now. One that is not found is told by whoever asks there. */
export async function checkHost(address: string): Promise<void> {
  const { hostname } = new URL(address)
  const found = await new Promise<readonly LookupAddress[]>(resolve =>
    lookUp(hostname, { all: true }, (error, all) => resolve(error === null ? all : [])),
  )
  if ([hostname, ...found.map(({ address }) => address)].some(isRefusedHost)) throw refusedAddress()
}

/** Looks names up for a connection, which is not made if one stands for a refused address. */
export const checkedLookup: LookupFunction = (hostname, options, callback) =>
  lookUp(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    const first = found?.[0]
    if (error !== null || first === undefined) callback(error, [])
    else if (found.some(one => isRefusedHost(one.address))) callback(refusedAddress(), [])
    else if (options.all) callback(null, found)
    else callback(null, first.address, first.family)
  })

export const refusedAddress = (): LonghandError => new LonghandError('bad-request', `Give ${linkLocal}.`)

/** What an address has to be, for a list of wishes. */
export const linkLocal =
  'the address of one machine that is not link-local: there clouds keep keys, and no model servers are'
