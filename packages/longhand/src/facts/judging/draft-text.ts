/** The text of a summariser's answer without what models put around it: their thinking, a code fence, our own tag. */
export function draftText(answer: string, tag: string): string {
  const said = thoughts.reduce(withoutElement, answer)
  return unfenced(unwrapped(said.trim(), tag).trim()).trim()
}

/** Names that models give to the part of an answer that is not meant for the reader. */
const thoughts = ['think', 'thinking', 'analysis', 'scratchpad', 'reasoning']

/** Without `<name> … </name>`; one that is never closed takes the rest with it. */
function withoutElement(text: string, name: string): string {
  const [first = '', ...stretches] = text.split(`<${name}>`)
  return first + stretches.map(stretch => stretch.split(`</${name}>`).slice(1).join('')).join('')
}

/** What is between `<tag>` and `</tag>`, when nearly all of the answer is. */
function unwrapped(text: string, tag: string): string {
  const start = text.indexOf(`<${tag}>`)
  const end = text.lastIndexOf(`</${tag}>`)
  const outside = start + text.length - end
  return start < 0 || end < start || outside > maxFrameLength ? text : text.slice(start + tag.length + 2, end)
}

const maxFrameLength = 300

function unfenced(text: string): string {
  if (!text.startsWith('```') || !text.endsWith('\n```')) return text
  const inside = text.slice(text.indexOf('\n') + 1, -4)
  return inside.includes('\n```') ? text : inside
}
