// Draws diagrams for the page around, in a frame that has no origin, no network and no storage: whatever a diagram does,
// it does here. It is sent { id, source, theme } and answers { id, svg, width, height } or { id, failure }.
const mermaid = globalThis.mermaid
let drawing = Promise.resolve()

addEventListener('message', ({ source, data }) => {
  if (source !== parent) return
  // One at a time: Mermaid has one configuration for all.
  drawing = drawing.then(() => draw(data)).then(answer => parent.postMessage(answer, '*'))
})
parent.postMessage({ id: 'ready' }, '*')

async function draw({ id, source, theme }) {
  try {
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: 'strict',
      suppressErrorRendering: true,
      theme: theme === 'dark' ? 'dark' : 'neutral',
      htmlLabels: false,
      flowchart: { htmlLabels: false },
      fontFamily: 'system-ui, sans-serif',
    })
    const { svg } = await mermaid.render(`diagram-${id}`, source)
    return { id, ...sized(svg) }
  } catch (error) {
    return {
      id,
      failure: `${String(error?.message ?? error)
        .split('\n', 1)[0]
        .replace(/[:.]$/, '')}.`,
    }
  } finally {
    document.body.replaceChildren()
  }
}

/** A picture has a size of its own; what fills its parent has none. */
function sized(svg) {
  const [, , width, height] = (/viewBox="([^"]+)"/.exec(svg)?.[1] ?? '0 0 300 150').split(/[ ,]+/).map(Number)
  const tag = /^<svg[^>]*>/.exec(svg)?.[0] ?? ''
  const plain = tag
    .replace(/ (?:width|height)="[^"]*"/g, '')
    .replace('<svg', `<svg width="${width}" height="${height}"`)
  return { svg: plain + svg.slice(tag.length), width, height }
}
