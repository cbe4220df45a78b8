import { expect, test } from 'vitest'
import { openPostgres } from './open.ts'
import { parseAddress } from './parse-address.ts'

test.each([
  'postgres://a,b/db',
  'postgresql://me:secret@a:5432,b:5433/db?target_session_attrs=read-write',
  'postgres://me:secret@/db?host=a,b',
  'postgres:///db?host=a,b',
])('H8.2 %s names several hosts, and is refused at once with what to do', async address => {
  const error = await openPostgres(address, { away: 'wait' }).catch(caught => caught)
  expect(error).toMatchObject({ code: 'bad-config', message: expect.stringMatching(/several hosts.*always leads to/) })
  expect(error.message).not.toContain('secret')
  const listening = openPostgres('postgres://a/db', { listenUrl: address, away: 'wait' })
  await expect(listening).rejects.toMatchObject({ code: 'bad-config' })
})

test.each(['', 'db', 'postgres://a b/db', 'postgres://a:port/db'])(
  'H8.2 %j is no address, and is refused with one that is',
  async address => {
    const opening = openPostgres(address, { away: 'wait' })
    await expect(opening).rejects.toMatchObject({ code: 'bad-config', message: expect.stringContaining('postgres://') })
  },
)

test.each([
  ['postgres://me:se,cr%40et@a:6543/db', '6543'],
  ['postgres://me@/db?host=/var/run/postgresql', ''],
  ['postgres:///db?host=/var/run/postgresql', ''],
  ['/var/run/postgresql db', ''],
  ['postgres://[::1]:5433/db', '5433'],
])('H8.2 %s is an address that the driver takes', (address, port) => {
  expect(parseAddress(address).port).toBe(port)
})
