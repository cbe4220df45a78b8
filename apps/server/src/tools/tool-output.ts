import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'

/** Characters of one result that are kept. More would fill the windows of most models at once. */
export const maxChars = 100_000

/** The result of a tool as bounded text; thrown as an error when the tool failed. */
export function toolOutput({ content = [], structuredContent, isError }: CallToolResult): string {
  const said = content.map(blockText).join('\n')
  const text = bounded(said === '' && structuredContent !== undefined ? JSON.stringify(structuredContent) : said)
  if (isError) throw new Error(text === '' ? 'The tool failed and did not say why.' : text)
  return text
}

type Block = CallToolResult['content'][number]

/** Models read tool results as text, so other content is only named. */
function blockText(block: Block): string {
  switch (block.type) {
    case 'text':
      return block.text
    case 'resource':
      return 'text' in block.resource
        ? `${block.resource.uri}\n${block.resource.text}`
        : `[${block.resource.uri}: ${block.resource.mimeType ?? 'bytes'}, not shown]`
    case 'resource_link':
      return `[${block.name}: ${block.uri}]`
    default:
      return `[${block.mimeType}, ${Math.ceil((block.data.length * 3) / 4).toLocaleString('en')} bytes, not shown]`
  }
}

/** Long text is cut to its start and its end, with a note about what is left out. */
function bounded(text: string): string {
  if (text.length <= maxChars) return text.toWellFormed()
  const head = text.slice(0, maxChars * 0.6)
  const tail = text.slice(text.length - maxChars * 0.4)
  const left = (text.length - maxChars).toLocaleString('en')
  return `${head}\n[… ${left} characters left out; ask for a part of it …]\n${tail}`.toWellFormed()
}
