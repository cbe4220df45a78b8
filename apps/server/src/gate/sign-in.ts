import type { Knock } from './request-facts.ts'

/** Who is asking, and how someone becomes known. */
export type SignIn = {
  /** Who a request comes from; null when it has shown nothing that counts. */
  knows(knock: Knock): Promise<Known | null>
  /** The address that lets someone in, where an address can. */
  invite(url: string): string
  /** The Set-Cookie header for a code; null for one that opens nothing. */
  exchange(code: string): Promise<string | null>
  /** Whether it knows one person or many. */
  readonly people: 'one' | 'many'
  /** What someone is told whom we do not know. */
  readonly stranger: string
}

/** Somebody whom we know. */
export type Known = {
  readonly owner: string
  /** When that ends by itself; null when it does not. */
  readonly until: number | null
}

/** What follows `Bearer`; empty when something else does, and null when nothing was shown. */
export function bearerOf({ authorization }: Knock): string | null {
  return authorization === null ? null : (/^Bearer (\S+)$/.exec(authorization)?.[1] ?? '')
}

/** The values of a cookie: another program on the same host can have planted one beside ours, even before it. */
export function cookiesNamed({ cookie }: Knock, name: string): readonly string[] {
  const pairs = (cookie?.split(';') ?? []).map(pair => pair.trim().split('=', 2))
  return pairs.filter(([key]) => key === name).map(([, value = '']) => value)
}
