import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from '@playwright/test'
import { type Issuer, startIssuer } from '../apps/server/src/testing/issuer.ts'
import { expectNoSeriousViolations } from './axe.ts'

let issuer: Issuer
let child: ChildProcess
let folder: string
let address: string

test.beforeAll(async () => {
  test.setTimeout(120_000)
  issuer = await startIssuer()
  folder = await mkdtemp(join(tmpdir(), 'longhand-e2e-'))
  const { issuer: name, audience, jwks } = issuer.auth
  child = spawn(process.execPath, [join(import.meta.dirname, 'server.child.ts')], {
    env: {
      ...process.env,
      ...{ LONGHAND_DATA: folder, PORT: '0', LONGHAND_AUTH_MODE: 'jwt', LONGHAND_AUTH_ISSUER: name },
      ...{ LONGHAND_AUTH_AUDIENCE: audience, LONGHAND_AUTH_JWKS_URL: jwks },
    },
  })
  child.stderr?.pipe(process.stderr)
  for await (const line of createInterface({ input: child.stdout! })) {
    const found = /http:\S+/.exec(line)?.[0]
    if (found === undefined) continue
    address = found
    break
  }
})
test.afterAll(async () => {
  const gone = once(child, 'exit')
  child.kill()
  await gone
  await issuer.close()
  await rm(folder, { recursive: true, force: true })
})

test('W25, S with an issuer, the page says how to sign in, refuses a wrong token with a sentence, and takes a right one', async ({
  page,
}) => {
  // Cookies of the kind that only a safe address may set are taken from this name too.
  const { port } = new URL(address)
  await page.goto(`http://localhost:${port}/`)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByText('The token is missing, wrong or has expired.')).toBeVisible()
  await expect(page.getByLabel('Token or address')).toBeFocused()
  await expectNoSeriousViolations(page, 'sign in')
  await page.keyboard.type('a.b.c')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('The token is missing, wrong or has expired.')
  await page.getByLabel('Token or address').fill(await issuer.sign({ sub: 'ann' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Sample conversation')).toBeVisible()
  await page.goto('about:blank')
})

test('W25 who was signed in by an issuer signs out, and a token signs in again', async ({ page }) => {
  const { port } = new URL(address)
  await page.goto(`http://localhost:${port}/#c=${await issuer.sign({ sub: 'cay' })}`)
  await expect(page.getByText('Sample conversation')).toBeVisible()
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(await page.context().cookies()).toEqual([])
  await page.goto('about:blank')
})

test('W25 a token in the place of a code signs in too', async ({ page }) => {
  const { port } = new URL(address)
  await page.goto(`http://localhost:${port}/#c=${await issuer.sign({ sub: 'ben' })}`)
  await expect(page.getByText('Sample conversation')).toBeVisible()
  await page.goto('about:blank')
})
