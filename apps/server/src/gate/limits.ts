import { maxMessageBytes } from 'longhand/internal/client'
import type { Auth } from './auth.ts'
import { localRates, type PerMinute, sharedRates } from './rates.ts'

/** How much is answered at once and in a minute. */
export type Limits = {
  readonly perMinute: PerMinute
  /** The largest body of a request, and of one that carries a message with its files. */
  readonly bodyBytes: number
  readonly messageBytes: number
  /** The largest request of a program that is passed on. */
  readonly relayBytes: number
  /** What the bodies of one person, and of everyone together, may take while they are read and worked on. */
  readonly heldBytesPerOwner: number
  readonly heldBytes: number
  /** How deep JSON may nest. */
  readonly jsonDepth: number
  /** Live feeds that one person and that everyone together may hold open. */
  readonly feedsPerOwner: number
  readonly feeds: number
  /** How many of our own proxies are in front: that many forwarded addresses can be trusted. */
  readonly proxies: number
  /** Whether the database counts what costs money or much time, for all processes together. */
  readonly shared: boolean
  /** What one owner may store, in megabytes, and spend in a month, in dollars; null is without limit. */
  readonly storageMB: number | null
  readonly dollarsPerMonth: number | null
}

const MiB = 1024 * 1024

export const defaultLimits = ({ mode }: Auth): Limits => ({
  perMinute: mode === 'local' ? localRates : sharedRates,
  bodyBytes: MiB,
  messageBytes: maxMessageBytes,
  relayBytes: 64 * MiB,
  // Some of the largest at once.
  heldBytesPerOwner: 256 * MiB,
  heldBytes: 512 * MiB,
  // Far more than any real request has, far less than makes a parser overflow.
  jsonDepth: 64,
  feedsPerOwner: mode === 'local' ? 200 : 20,
  feeds: 2_000,
  proxies: 0,
  shared: false,
  storageMB: null,
  dollarsPerMonth: null,
})
