import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { defaultJwt, type JwtAuth } from '../gate/auth.ts'

/** Someone who signs people in, on loopback: publishes keys, and makes tokens. */
export type Issuer = {
  readonly auth: JwtAuth
  /** A token that is good for five minutes, unless its claims say otherwise. */
  readonly sign: (claims: JWTPayload, key?: string) => Promise<string>
  /** The public half of the key, as everyone can read it. */
  readonly publicKey: string
  /** How often the keys were asked for. */
  readonly asked: () => number
  readonly close: () => Promise<void>
}

export async function startIssuer(): Promise<Issuer> {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'first', alg: 'ES256', use: 'sig' }]
  let asked = 0
  const server = createServer((_, to) => {
    asked++
    to.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    auth: { mode: 'jwt', issuer, jwks: `${issuer}/jwks.json`, ...defaultJwt },
    sign: (claims, key = 'first') =>
      new SignJWT({ iss: issuer, aud: defaultJwt.audience, exp: Math.floor(Date.now() / 1000) + 300, ...claims })
        .setProtectedHeader({ alg: 'ES256', kid: key })
        .sign(privateKey),
    publicKey: await exportSPKI(publicKey),
    asked: () => asked,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
