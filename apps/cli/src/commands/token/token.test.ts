import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { program, terminalRoomForTests } from '../../testing/terminal-room.ts'

const room = terminalRoomForTests()

function longhand(...words: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], {
    encoding: 'utf8',
    env: { ...process.env, LONGHAND_DATA: room().folder },
  })
  return { status, stdout, stderr }
}

const inFile = () => readFileSync(join(room().folder, 'token'), 'utf8').trim()

const status = async (token: string) =>
  (await fetch(`${room().url}/api/models`, { headers: { authorization: `Bearer ${token}` } })).status

/** Signs a browser in with an address, as the page does; its cookie, or null. */
async function signIn(address: string): Promise<string | null> {
  const { url } = room()
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ code: address.trim().split('#c=')[1] }),
  })
  return answer.headers.get('set-cookie')?.split(';')[0] ?? null
}

const visit = async (cookie: string) =>
  (await fetch(`${room().url}/api/models`, { headers: { cookie, 'sec-fetch-site': 'same-origin' } })).status

test('H8.12 longhand token --rotate: a server that runs takes the new one, and the one before and its browsers are out', async () => {
  const first = inFile()
  const address = longhand('open').stdout
  const cookie = (await signIn(address))!
  expect([await status(first), await visit(cookie)]).toEqual([200, 200])
  const { status: code, stdout, stderr } = longhand('token', '--rotate')
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^✓ The new token is in .*\/token\. The old one no longer works/)
  expect(stdout).not.toContain(inFile())
  expect([await status(first), await visit(cookie), await signIn(address)]).toEqual([401, 401, null])
  expect(await status(inFile())).toBe(200)
  // Our own programs read it where it is.
  const again = longhand('open')
  expect([again.status, await visit((await signIn(again.stdout))!)]).toEqual([0, 200])
})

test('H8.12 with --grace both count, and what is there is told without the token', async () => {
  const first = inFile()
  const { stdout } = longhand('token', '--rotate', '--grace', '60')
  expect(stdout).toMatch(/The old one works until \d{4}-/)
  expect([await status(first), await status(inFile())]).toEqual([200, 200])
  const told = longhand('token')
  expect([told.status, told.stdout]).toEqual([0, expect.stringMatching(/\/token, since \d{4}-.*Z\n$/)])
  longhand('token', '--rotate')
  expect(await status(first)).toBe(401)
})

test('H8.12 a chat that is open goes on', async () => {
  const id = await createConversation()
  const terminal = room().open(['chat', id])
  await terminal.sees('Write a message')
  longhand('token', '--rotate')
  terminal.type('After the change\r')
  await terminal.sees('After the change')
  await expect
    .poll(async () => JSON.stringify(await entriesOf(id)), { timeout: 60_000, interval: 200 })
    .toContain('After the change')
})

const asked = async (path: string, init: RequestInit = {}) => {
  const headers = { authorization: `Bearer ${inFile()}`, 'content-type': 'application/json' }
  return (await fetch(room().url + path, { ...init, headers })).json()
}
const createConversation = async (): Promise<string> =>
  (await asked('/api/conversations', { method: 'POST', body: '{"model":"local/ok"}' })).id
const entriesOf = (id: string) => asked(`/api/conversations/${id}/entries`)

test('H8.12 without a server it is noted in the audit file by the command; without a token there is nothing to do', () => {
  const folder = join(room().folder, 'elsewhere')
  const set = ['--data', folder, '--set', `log.audit_file=${join(room().folder, 'audit')}`]
  const none = longhand('token', '--rotate', ...set)
  expect([none.status, none.stderr]).toEqual([3, expect.stringMatching(/^longhand: There is no token in .* yet\./)])
  expect(longhand('token', '--grace', '5').stderr).toBe('longhand: --grace only works with --rotate.\n')
  spawnSync('mkdir', [folder])
  writeFileSync(join(folder, 'token'), 'an-old-token', { mode: 0o600 })
  expect(longhand('token', '--rotate', ...set).status).toBe(0)
  const noted = readFileSync(join(room().folder, 'audit'), 'utf8')
  expect(JSON.parse(noted)).toMatchObject({ action: 'token-rotation', status: 200, owner: null })
})
