import { expect, type Locator, type Page } from '@playwright/test'
import type { CreateConversationRequest } from 'longhand/internal/client'
import { fillerText } from './filler-text.ts'
import type { Longhand } from './longhand.ts'

/** Where a person writes. */
export const composer = (page: Page): Locator => page.getByRole('textbox', { name: /^Write a message/ })

export const cards = (page: Page): Locator => page.locator('article.card')

/** Opens a new, empty conversation; returns its id. */
export async function openNew(
  page: Page,
  longhand: Longhand,
  conversation: CreateConversationRequest = {},
): Promise<string> {
  const { id } = await longhand.api().create(conversation)
  await longhand.visit(page, `/c/${id}`)
  await expect(composer(page)).toBeVisible()
  return id
}

/** Writes something and waits until it is answered. */
export async function sendAndWait(page: Page, text: string): Promise<void> {
  await send(page, text)
  await expect(cards(page).last()).toHaveAttribute('aria-label', /^¶ [\d–]+, (?!You)/, { timeout: 30_000 })
  await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden({ timeout: 20_000 })
}

/** Writes something and does not wait for the answer. */
export async function send(page: Page, text: string): Promise<void> {
  await composer(page).fill(text)
  await composer(page).press('Enter')
  await expect(composer(page)).toHaveValue('')
}

/** A conversation with so many exchanges of about 200 tokens; returns its id. */
export async function importConversation(
  longhand: Longhand,
  exchanges: number,
  model = 'offline/quoting',
): Promise<string> {
  const messages = Array.from({ length: exchanges }, (_, at) => [
    { role: 'user', content: `${facts[at % facts.length]} This is note ${at + 1}.\n\n${fillerText(150)}` },
    { role: 'assistant', content: `Noted as number ${at + 1}. ${fillerText(20)}` },
  ])
  const { conversation: id } = await longhand.api().import(JSON.stringify(messages.flat()), 'transcript')
  await longhand.api().update(id!, { model })
  return id!
}

/** Says something through the API and waits for the answer. */
export async function sendByApi(longhand: Longhand, id: string, text: string): Promise<void> {
  await new Response(await longhand.api().send(id, { clientId: crypto.randomUUID(), text }, {})).text()
}

const facts = [
  'We decided to use Postgres 16 and not MySQL.',
  'The config is in src/worker/queue.ts and must never be changed by hand.',
  'The port is 8443 and the timeout is 30 s.',
  'The test failed with "duplicate key export_jobs_idem_key".',
  'Run npm run migrate before the release of March.',
]

/** Scrolls up until something is drawn: what is far away is not in the page. */
export async function scrollTo(page: Page, target: Locator): Promise<void> {
  await expect(cards(page).first()).toBeVisible({ timeout: 15_000 })
  await expect(async () => {
    // The list may draw it anew just then.
    if ((await target.count()) > 0) return await target.scrollIntoViewIfNeeded({ timeout: 2_000 })
    await page.locator('.pages').evaluate(element => element.scrollBy(0, -400))
    throw new Error('Not there yet.')
  }).toPass({ intervals: [50], timeout: 30_000 })
}

/** Presses a button that a message shows under the pointer; the page may scroll away below it while it is drawn. */
export async function pressOn(card: Locator, name: string): Promise<void> {
  await expect(async () => {
    await card.hover({ timeout: 2_000 })
    await card.getByRole('button', { name }).click({ timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
}

/** Condenses a conversation through the API and waits until it counts. */
export async function condense(longhand: Longhand, id: string): Promise<void> {
  const { length } = await longhand.api().receipts(id)
  await expect
    .poll(async () => (await longhand.api().compact(id, { force: true })).type, { timeout: 40_000 })
    .not.toBe('rested')
  await expect.poll(async () => (await longhand.api().receipts(id)).length, { timeout: 15_000 }).toBe(length + 1)
}

/** A condensed conversation of 24 exchanges for all tests that only look at one; returns its id. */
export const compactedConversation = (longhand: Longhand): Promise<string> => {
  sharedConversation ??= importConversation(longhand, 24).then(async id => {
    await condense(longhand, id)
    return id
  })
  return sharedConversation
}

let sharedConversation: Promise<string> | undefined

export const divider = (page: Page): Locator => page.getByRole('region', { name: 'Context condensed' })

/** A program that keeps its conversation itself, as Claude Code does. */
export type Client = { readonly ask: (text: string) => Promise<string> }

/** Begins with so many exchanges; every question is sent with all that was said, and returns the id of the conversation. */
export function openClient(longhand: Longhand, exchanges: number): Client {
  const messages: { readonly role: 'user' | 'assistant'; readonly content: unknown }[] = Array.from(
    { length: 2 * exchanges },
    (_, at) => ({
      role: at % 2 === 0 ? 'user' : 'assistant',
      content: `${at % 2 === 0 ? 'Question' : 'Answer'} ${Math.ceil((at + 1) / 2)}. ${fillerText(60)}`,
    }),
  )
  return {
    async ask(text) {
      messages.push({ role: 'user', content: text })
      const answer = await fetch(`${longhand.url()}/v1/messages`, {
        method: 'POST',
        headers: {
          'x-api-key': longhand.token(),
          'content-type': 'application/json',
          'user-agent': 'claude-cli/2.1.325 (external, cli)',
        },
        body: JSON.stringify({ model: 'quoting-8k', max_tokens: 100, messages }),
      })
      messages.push({ role: 'assistant', content: ((await answer.json()) as { content: unknown }).content })
      return answer.headers.get('longhand-conversation')!
    },
  }
}

/** Presses Tab until something has the focus; the way there is part of the promise, so it may not be endless. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let steps = 0; steps < 60; steps++) {
    if (await target.evaluate(element => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${target} is not reached by keyboard.`)
}

/** Whoever looks can tell where the focus is: it is in sight, and it or the box around it is drawn in the pen's colour. */
export async function expectFocusInSight(target: Locator): Promise<void> {
  await expect(target).toBeFocused()
  await expect(target).toBeInViewport()
  await expect
    .poll(() =>
      target.evaluate(element => {
        const pen = Object.assign(document.createElement('i'), { style: 'color: var(--pen)' })
        element.parentElement?.append(pen)
        const { color } = getComputedStyle(pen)
        pen.remove()
        const isRinged = (one: Element | null | undefined): boolean => {
          if (one == null) return false
          const { outlineStyle, outlineColor, borderColor, boxShadow } = getComputedStyle(one)
          return (
            (outlineStyle !== 'none' && outlineColor === color) || borderColor === color || boxShadow.includes(color)
          )
        }
        return isRinged(element) || isRinged(element.closest('.composer, .find, label'))
      }),
    )
    .toBe(true)
}
