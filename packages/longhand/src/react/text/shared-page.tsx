import { renderToStaticMarkup } from 'react-dom/server'
import type { Api } from '../../client/api/api.ts'
import { Markdown } from './Markdown.tsx'
import { canRenderMarkdown } from './Prose.tsx'

/** A file to be downloaded. */
type SharedPage = { readonly page: Blob; readonly name: string }

/**
 * W17 a conversation as a page whose answers are drawn by what draws them on the screen: the server sends them as written,
 * each in a `pre` of its own. Nothing else is touched, and what is put in holds no script: React made it from text.
 */
export async function sharedPage(api: Api, id: string): Promise<SharedPage> {
  const response = await api.sharedSource(id)
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? ''
  return { page: await drawAnswers(await response.text()), name }
}

async function drawAnswers(source: string): Promise<Blob> {
  const pieces: string[] = []
  let end = 0
  for (const found of source.matchAll(answers)) {
    pieces.push(source.slice(end, found.index), drawn(found[1]!))
    end = found.index + found[0].length
    // Between answers the page may do something else.
    await new Promise(resolve => setTimeout(resolve))
  }
  return new Blob([...pieces, source.slice(end)], { type: 'text/html' })
}

/** Every word in it is escaped, so no text can begin or end one. */
const answers = /<pre class="markdown">([^<]*)<\/pre>/g

function drawn(escaped: string): string {
  const text = escaped.replace(/&(?:amp|lt|gt|quot|#39);/g, entity => characters[entity]!)
  try {
    if (canRenderMarkdown(text)) return withoutButtons(renderToStaticMarkup(<Markdown text={text} writing={false} />))
  } catch {
    // What cannot be drawn is shown as it was written.
  }
  return `<p dir="auto">${escaped}</p>`
}

/** Buttons need scripts. */
function withoutButtons(markup: string): string {
  const template = document.createElement('template')
  template.innerHTML = markup
  for (const button of template.content.querySelectorAll('button')) button.remove()
  return template.innerHTML
}

const characters: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}
