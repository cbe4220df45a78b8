import { readFile } from 'node:fs/promises'
import { startLonghand } from '../longhand.ts'
import type { SceneContext } from './scene-context.ts'
import { seedConversations } from './seeded-conversations.ts'

const answer = `The area is $\\pi r^2$, and the sum below costs $5.

$$
\\sum_{k=1}^{n} k = \\frac{n(n+1)}{2}
$$

\`\`\`mermaid
flowchart LR
  A[Write] --> B{Fits?}
  B -- yes --> C[Send]
  B -- no --> D[Condense] --> C
\`\`\``

/** What people expect of a chat page, beside reading and writing: connecting, projects, sharing, formulas, signing in. */
export const parityScenes: Readonly<Record<string, (context: SceneContext) => Promise<void>>> = {
  async 'connect-form'({ page, longhand, shot }) {
    await longhand.visit(page, '/settings/connect')
    await page.getByText('OpenRouter', { exact: true }).click()
    await page.getByLabel('Key', { exact: true }).fill('sk-or-v1-0000')
    await shot('16-connect-key')
  },
  async guide({ page, longhand, shot }) {
    await longhand.visit(page)
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.getByRole('complementary', { name: 'Guide' }).waitFor()
    await shot('16-guide')
  },
  async memories({ page, longhand, shot }) {
    await seedConversations(longhand)
    await longhand.visit(page, '/settings/memories')
    await page
      .getByRole('button', { name: /^Edit the memory/ })
      .first()
      .click()
    await page.getByRole('dialog').waitFor()
    await shot('16-memory')
  },
  async 'project-files'({ page, longhand, open, shot }) {
    const api = longhand.api()
    const project = await api.createProject('Lighthouse')
    await api.addProjectFile(
      project.id,
      'style.md',
      '# Style\n\nShort sentences. British spelling.\n\nNever promise a date.',
    )
    await api.addProjectFile(project.id, 'notes/lamp.txt', 'The lamp is lit at dusk.\n'.repeat(60))
    await longhand.visit(page)
    await page.getByRole('combobox', { name: 'Project' }).selectOption('Lighthouse')
    await page.getByRole('button', { name: 'Projects' }).click()
    await shot('16-project-menu')
    await page.getByRole('menuitem', { name: 'Project files…' }).click()
    await page.locator('.project-files summary').first().click()
    await shot('16-project-files')
    const { id } = await api.create({ project: project.id, title: 'Light and fog' })
    await open(id)
    await page.keyboard.press('Control+.')
    await page.getByText('2 files from the project').click()
    await shot('16-model-view-files')
    await api.deleteProject(project.id)
  },
  async 'formulas-and-diagrams'({ page, longhand, open, shot }) {
    const messages = [
      { role: 'user', content: 'Show me a sum and the flow.' },
      { role: 'assistant', content: answer },
    ]
    const { conversation } = await longhand.api().import(JSON.stringify(messages), 'transcript')
    await open(conversation!)
    await page.locator('.katex').first().waitFor()
    await page.locator('.diagram img').waitFor()
    await shot('16-formulas-and-diagrams')
  },
  async 'model-view-tools'({ page, shot }) {
    // A model that is offered tools; nobody asks it anything.
    const { longhand, close } = await startLonghand({ ANTHROPIC_API_KEY: 'none' })
    const { conversation: id } = await longhand.api().import('[{"role":"user","content":"Hello"}]', 'transcript')
    await longhand.api().update(id!, { model: 'anthropic/claude-sonnet-4-5', instructions: 'Answer in French.' })
    await longhand.visit(page, `/c/${id}`)
    await page.locator('#m1').waitFor()
    await page.keyboard.press('Control+.')
    await page.getByText('tools it can call').click()
    await page.locator('.sent-tool summary').first().click()
    await shot('16-model-view-tools')
    await page.goto('about:blank')
    await close()
  },
  async 'start-files'({ page, longhand, shot }) {
    await longhand.visit(page)
    await page
      .getByLabel('Files')
      .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Oak.') })
    await page.getByRole('button', { name: 'Remove notes.txt' }).waitFor()
    await shot('16-start-files')
  },
  async share({ page, longhand, open, shot }) {
    const { condensed } = await seedConversations(longhand)
    await open(condensed)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'More about this conversation' }).click()
    await page.getByRole('menuitem', { name: /^Share as a read-only page/ }).click()
    const shared = await readFile(await (await downloading).path(), 'utf8')
    // Under the page's own policy its styles would be refused.
    await page.goto('about:blank')
    await page.setContent(shared)
    await shot('16-shared')
  },
  async 'sign-in'({ page, longhand, shot }) {
    const cookies = await page.context().cookies()
    await page.context().clearCookies()
    await page.goto(longhand.url())
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await shot('16-sign-in')
    await page.context().addCookies(cookies)
  },
}
