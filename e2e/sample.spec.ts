import { expectNoSeriousViolations } from './axe.ts'
import { expect, test } from './longhand.ts'
import { divider, scrollTo, send } from './steps.ts'

test('W20, O2 the sample condenses into a summary that reads like one: decisions, files, code, errors, each with its ¶', async ({
  page,
  longhand,
}) => {
  const { id } = await longhand.api().create({ sample: true })
  await longhand.visit(page, `/c/${id}`)
  await send(page, 'ok')
  await expect.poll(async () => (await longhand.api().receipts(id)).length, { timeout: 30_000 }).toBe(1)
  await scrollTo(page, divider(page))
  await divider(page).getByRole('button', { expanded: false }).press('Enter')
  const section = (name: string) =>
    divider(page)
      .locator('.fold-section')
      .filter({ has: page.getByRole('heading', { name }) })
  await expect(divider(page).getByRole('heading')).toHaveText([/^Decisions \d/, /^Files \d/, /^Code \d/, /^Errors \d/])
  await expect(section('Decisions')).toContainText('I would go with a unique index on those three columns')
  await expect(section('Decisions').getByRole('link', { name: '¶ 4', exact: true })).toBeVisible()
  await expect(section('Files')).toContainText('created migrations/004_append_only.sql')
  await expect(section('Errors')).toContainText(
    'unique constraint "orders_once" → The second run hits the unique index',
  )
  const code = section('Code').getByText(/^reasonToRefuse\(.*\), \d lines, kept as written$/)
  await code.click()
  await expect(
    section('Code').getByText('function reasonToRefuse({ order_no, line_no, sku, qty, amount }) {'),
  ).toBeVisible()
  await divider(page)
    .getByRole('button', { name: /^Also: goal, constraints/ })
    .click()
  await expect(section('Goal')).toContainText('find every order line in the table exactly once')
  await expectNoSeriousViolations(page, 'the sample, condensed')
})
