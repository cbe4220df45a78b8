import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendUpstream } from '../relay/send-upstream.ts'
import { type Started, start } from '../testing/start.ts'
import { checkHost, isRefusedHost } from './refused-address.ts'
import { addressProblem } from './server-address.ts'

vi.mock('node:dns', async original => {
  const dns = await original<typeof import('node:dns')>()
  const names: Record<string, readonly string[]> = {
    'metadata.example': ['169.254.169.254'],
    'both.example': ['127.0.0.1', 'fe80::1'],
  }
  const answer = (name: string) => names[name]?.map(address => ({ address, family: address.includes(':') ? 6 : 4 }))
  const lookup = (name: string, options: never, callback: (...told: unknown[]) => void) =>
    answer(name) ? callback(null, answer(name)) : dns.lookup(name, options, callback as never)
  return { ...dns, lookup }
})
const refused = [
  'http://169.254.169.254/latest/meta-data',
  'http://2852039166/v1',
  'http://0xA9FEA9FE/v1',
  'http://0251.0376.0251.0376/v1',
  'http://169.254.1/v1',
  'http://[fe80::1]/v1',
  'http://[febf::1]:11434/v1',
  'http://[::ffff:169.254.169.254]/v1',
  'http://[::ffff:a9fe:a9fe]/v1',
  'http://[::a9fe:a9fe]/v1',
  'http://[64:ff9b::169.254.169.254]/v1',
  'http://[fd00:ec2::254]/v1',
  'http://100.100.100.200/v1',
  'http://192.0.0.192/opc/v1',
  'http://[64:ff9b:1::a9fe:a9fe]/v1',
  'http://[2002:a9fe:a9fe::]/v1',
  'http://[ff02::1]/v1',
  'http://[fd20:ce::254]/v1',
  'http://[fd00:c1::a9fe:a9fe]/v1',
  'http://[fd00:42::42]/v1',
  'http://[::ffff:0:169.254.169.254]/v1',
  'http://[::ffff:0:100.100.100.200]/v1',
  'http://[64:ff9b::100.100.100.200]/v1',
  'http://[::192.0.0.192]/v1',
  'http://[2002:a83f:8110::1]/v1',
  'http://224.0.0.1/v1',
  'http://239.255.255.250/v1',
  'http://[::ffff:224.0.0.1]/v1',
  'http://255.255.255.255/v1',
]
const taken = [
  'http://127.0.0.1:11434',
  'http://[::1]:1234/v1',
  'http://localhost:8080',
  'http://192.168.1.7/v1',
  'http://10.0.0.2',
  'http://gpu.lan/v1',
  'https://[fd12::1]/v1',
  'http://[fd00::2]/v1',
  'http://[fd00:42::43]/v1',
  'http://[::ffff:0:10.0.0.2]/v1',
  'http://[64:ff9b::10.0.0.2]/v1',
  'http://0.0.0.0:11434',
]
const other = ['unix:/run/x.sock', 'http+unix://%2Frun%2Fx.sock/v1', 'file:///etc/passwd', 'ftp://127.0.0.1/v1']

let server: Started
beforeEach(async () => {
  server = await start()
})
afterEach(() => server.close())

const send = async (method: string, path: string, body: object) => {
  const headers = { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' }
  const answer = await fetch(`${server.url}/api/connections${path}`, { method, headers, body: JSON.stringify(body) })
  return { status: answer.status, text: await answer.text() }
}

test('S, W9 link-local addresses are refused however they are written, and what one can have meant is taken', () => {
  expect(refused.filter(address => !isRefusedHost(new URL(address).hostname))).toEqual([])
  expect(refused.map(addressProblem)).toEqual(refused.map(() => expect.stringContaining('not link-local')))
  expect(taken.map(addressProblem)).toEqual(taken.map(() => null))
  expect(other.map(addressProblem)).toEqual(other.map(() => expect.stringContaining('http://')))
})

test.each([...refused, ...other, 'http://metadata.example/v1', 'http://both.example/v1'])(
  'S, W9 %s is asked for nothing and not connected',
  async baseURL => {
    const asked = vi.spyOn(globalThis, 'fetch')
    const before = asked.mock.calls.length
    const candidate = { name: 'mine', key: 'k', baseURL }
    const answers = [
      await send('POST', '/test', candidate),
      await send('PUT', '/mine', { key: 'k', baseURL, models: ['m'], check: 'tested' }),
      await send('PUT', '/mine', { key: 'k', baseURL, models: ['m'], check: 'untested' }),
    ]
    // Our own three calls.
    expect(asked.mock.calls.length - before).toBe(3)
    asked.mockRestore()
    for (const { status, text } of answers)
      expect([status, text]).toEqual([400, expect.stringMatching(/link-local|http:\/\//)])
  },
)

test('S, H4.22 a name that stands for one is not connected to, whenever it began to', async () => {
  const request = { method: 'GET', path: 'models', query: '', headers: [], body: null }
  const ask = (baseURL: string) =>
    sendUpstream(
      { name: 'mine', protocols: [], baseURL, key: null, hosted: false },
      request,
      AbortSignal.timeout(5_000),
    )
  for (const baseURL of ['http://metadata.example/v1', 'http://both.example/v1', ...refused])
    await expect(ask(baseURL)).rejects.toThrow('link-local')
  await expect(checkHost('http://nobody.invalid/v1')).resolves.toBeUndefined()
})
