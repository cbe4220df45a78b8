import type { Part } from 'longhand'
import { outputText } from 'longhand/internal/core'
import { shownEntry } from 'longhand/internal/engine'
import { branchEntries } from './branch-entries.ts'

/** How answers stand in it: drawn as far as this file does, or as written, in a `pre` each, for a page that draws Markdown. */
export type AnswerForm = 'plain' | 'markdown'

/**
 * W17 a conversation as one page to be read anywhere: no scripts, nothing loaded, every word escaped. What the model was
 * given instead of older messages is there too, closed until someone opens it.
 */
export async function* html(
  title: string,
  exportLines: AsyncIterable<string>,
  answers: AnswerForm = 'plain',
): AsyncIterable<string> {
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="Longhand">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1 dir="auto">${escapeHtml(title)}</h1>
`
  for await (const stored of branchEntries(exportLines)) {
    const { entry } = stored
    if (entry.type === 'message') {
      const { model, continues, at } = shownEntry(stored)
      const { role, parts } = entry.message
      const who = role === 'assistant' && model !== undefined ? model : speakers[role]
      const time = at.slice(0, 16).replace('T', ' ')
      yield `<article id="m${entry.number}" class="${role}">
<h2>${escapeHtml(who)} <a href="#m${entry.number}">¶ ${entry.number}</a> <time datetime="${escapeHtml(at)}">${time}</time>${continues ? ' · continued' : ''}</h2>
${parts.map(part => partHtml(part, role === 'assistant' ? answers : 'plain')).join('\n')}
</article>
`
    } else if (entry.type === 'compaction') {
      const texts = entry.folds.flatMap(fold => (fold.type === 'trim' ? [] : [fold.text]))
      yield `<details class="divider">
<summary>Context condensed here (summary ${entry.version}). Nothing was deleted.</summary>
${texts.map(text => `<pre dir="auto">${escapeHtml(text)}</pre>`).join('\n')}
</details>
`
    }
  }
  yield `</main>
<footer>A copy made with Longhand. It changes nothing and loads nothing.</footer>
</body>
</html>
`
}

const speakers = { system: 'System', user: 'You', assistant: 'Assistant', tool: 'Tools' } as const

function partHtml(part: Part, form: AnswerForm): string {
  switch (part.type) {
    case 'text':
      return form === 'markdown' ? `<pre class="markdown">${escapeHtml(part.text)}</pre>` : textHtml(part.text)
    case 'reasoning':
      return folded('Reasoning', part.text)
    case 'tool-call':
      return folded(`Tool call: ${part.name}`, JSON.stringify(part.input, null, 2) ?? '')
    case 'tool-result':
      return folded(`${part.name}, ${part.outcome}`, outputText(part))
    case 'file':
      return fileHtml(part)
    case 'opaque':
      return folded(part.kind, JSON.stringify(part.value, null, 2) ?? '')
  }
}

const folded = (summary: string, text: string): string =>
  `<details><summary>${escapeHtml(summary)}</summary><pre>${escapeHtml(text)}</pre></details>`

/** Words as they were written, with every line break; fenced and inline code as code, as the page shows a person's words. */
const textHtml = (text: string): string =>
  text
    .split(/^```/m)
    .map((block, at) => (at % 2 === 1 ? codeHtml(block) : wordsHtml(block)))
    .join('\n')

function codeHtml(block: string): string {
  const end = block.indexOf('\n')
  return `<pre><code>${escapeHtml(end < 0 ? '' : block.slice(end + 1))}</code></pre>`
}

function wordsHtml(block: string): string {
  const words = block.trim()
  if (words === '') return ''
  const parts = words.split(/(`[^`\n]+`)/)
  const drawn = parts.map((part, at) =>
    at % 2 === 1 ? `<code>${escapeHtml(part.slice(1, -1))}</code>` : escapeHtml(part),
  )
  return `<p dir="auto">${drawn.join('')}</p>`
}

function fileHtml({ name, mediaType, source }: Extract<Part, { type: 'file' }>): string {
  const label = escapeHtml(name ?? mediaType)
  const isPicture = source.type === 'base64' && pictures.has(mediaType) && /^[\w+/=]+$/.test(source.data)
  return isPicture ? `<img alt="${label}" src="data:${mediaType};base64,${source.data}">` : `<p>📎 ${label}</p>`
}

const pictures = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])

/** Text as text, also inside the quotes of an attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"'\0]/g, letter => entities[letter] ?? '')

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\0': '\uFFFD',
}

const style = `
:root { color-scheme: light dark; --ink: light-dark(#221f1b, #ece6da); --ink-3: light-dark(#70675c, #9b9285);
  --pen: light-dark(#26457f, #a9c2f5); --paper: light-dark(#fbf9f4, #171512); --well: light-dark(#f4f0e7, #24211c);
  --rule: light-dark(#e6dfd1, #35302a) }
body { margin: 0; padding: 32px 16px; background: var(--paper); color: var(--ink);
  font: 16.5px/26px "Iowan Old Style", "Palatino Linotype", Palatino, Georgia, serif; overflow-wrap: anywhere }
main, footer { max-width: 680px; margin: 0 auto }
h1 { font-size: 26px; line-height: 1.3 }
h2, footer, summary { font: 13px/19px system-ui, sans-serif; color: var(--ink-3) }
article { margin-top: 28px }
article.user p { color: var(--pen) }
p { margin: 0 0 .7em; white-space: pre-wrap; unicode-bidi: plaintext }
pre { margin: 8px 0; padding: 10px 12px; background: var(--well); border-radius: 6px; overflow-x: auto;
  font: 12.5px/1.6 ui-monospace, Menlo, Consolas, monospace }
details pre { white-space: pre-wrap }
.divider { margin: 28px 0; padding: 8px 12px; border: 1px solid var(--rule); border-radius: 6px }
summary { cursor: pointer }
a { color: inherit }
.markdown p { white-space: normal }
.markdown :is(h1, h2, h3, h4, h5, h6) { font: inherit; font-weight: 600; color: inherit; margin: 1.2em 0 .4em }
.markdown table { border-collapse: collapse; font: 14px/20px system-ui, sans-serif }
.markdown .table { overflow-x: auto; margin: 0 0 .9em }
.markdown :is(th, td) { border: 1px solid var(--rule); padding: 4px 10px; text-align: start; overflow-wrap: normal }
.markdown blockquote { margin: 0 0 .9em; padding-inline-start: 14px; border-inline-start: 3px solid var(--rule) }
:is(p, .markdown :not(pre)) > code { font: .85em ui-monospace, Menlo, Consolas, monospace; background: var(--well); border-radius: 4px; padding: 1px 4px }
.markdown .code-bar code { background: none; padding: 0; color: var(--ink-3); font: 12px/1 system-ui, sans-serif }
img { max-width: 100% }
footer { margin-top: 48px }
`
