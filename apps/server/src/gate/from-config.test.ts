import { expect, test } from 'vitest'
import { readConfig } from '../config/read-config.ts'
import { localAuth } from './auth.ts'
import { authFrom, limitsFrom } from './from-config.ts'
import { defaultLimits } from './limits.ts'

const set = (...words: string[]) => readConfig({ folder: '/nowhere', flags: { set: words } }).values

test('H6, S nothing said means one person, by the token of this machine', () => {
  expect(authFrom({})).toEqual(localAuth)
  expect(limitsFrom({}, localAuth)).toEqual(defaultLimits(localAuth))
})

test('H6, S an issuer, its keys and an audience let its people in; without one of them nothing starts', () => {
  const said = [
    'auth.mode=jwt',
    'auth.issuer=https://a.example',
    'auth.audience=us',
    'auth.jwks_url=https://a.example/k',
  ]
  expect(authFrom(set(...said))).toEqual({
    mode: 'jwt',
    issuer: 'https://a.example',
    audience: 'us',
    jwks: 'https://a.example/k',
    algorithms: ['ES256', 'RS256'],
    tolerance: 5,
  })
  for (let at = 1; at < said.length; at++) expect(() => set(...said.toSpliced(at, 1))).toThrow(/is required/)
})

test('H6, S an algorithm that anyone could sign with is refused where it is written', () => {
  const values = () => authFrom(readConfig({ variables: {}, flags: { set: ['auth.algorithms=HS256'] } }).values)
  expect(values).toThrow(/auth\.algorithms/)
})

test('H6, S limits that are given take the place of the usual ones, and no others', () => {
  const limits = limitsFrom(set('limits.turns_per_minute=3', 'limits.json_depth=9', 'server.proxies=2'), localAuth)
  const usual = defaultLimits(localAuth)
  expect(limits).toEqual({
    ...usual,
    perMinute: { ...usual.perMinute, turn: 3 },
    jsonDepth: 9,
    proxies: 2,
  })
  expect(limitsFrom(set('limits.shared=on'), localAuth)).toEqual({ ...usual, shared: true })
  expect(limitsFrom(set('limits.shared=off'), localAuth)).toEqual(usual)
  const quotas = limitsFrom(set('limits.storage_mb=500', 'limits.dollars_per_month=2.5'), localAuth)
  expect(quotas).toEqual({ ...usual, shared: true, storageMB: 500, dollarsPerMonth: 2.5 })
})
