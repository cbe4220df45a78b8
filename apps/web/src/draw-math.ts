import katex, { type KatexOptions } from 'katex'
import 'katex/dist/katex.min.css'

/** W12 a formula as an element; null when its TeX cannot be read. */
export function drawMath(tex: string, layout: 'inline' | 'display'): Node | null {
  try {
    const tree = renderToTree(tex, {
      displayMode: layout === 'display',
      throwOnError: true,
      strict: 'ignore',
      // Links, pictures and classes of a formula's own are not ours to show.
      trust: false,
      maxSize: 20,
    })
    removeStyleAttributes(tree)
    return tree.toNode()
  } catch {
    return null
  }
}

/** What `katex.render` does first; its types leave it out. */
const { __renderToDomTree: renderToTree } = katex as unknown as {
  readonly __renderToDomTree: (tex: string, options: KatexOptions) => TreeNode & { readonly toNode: () => Node }
}

type TreeNode = { readonly attributes?: Record<string, string>; readonly children?: readonly TreeNode[] }

/** The page's policy allows styles that scripts set, but no such attributes. What screen readers read of a formula needs none. */
function removeStyleAttributes({ attributes, children = [] }: TreeNode): void {
  if (attributes !== undefined) delete attributes.style
  children.forEach(removeStyleAttributes)
}
