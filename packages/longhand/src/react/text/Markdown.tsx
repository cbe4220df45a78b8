import {
  type ComponentProps,
  createContext,
  createElement,
  isValidElement,
  memo,
  type ReactNode,
  useContext,
  useMemo,
} from 'react'
import { type Components, defaultRemarkPlugins, type ExtraProps, Streamdown } from 'streamdown'
import { CodeBlock } from './CodeBlock.tsx'
import { Diagram } from './Diagram.tsx'
import { FormulaSpan } from './FormulaSpan.tsx'
import { FormulasContext, markFormulas, splitAtMarks, unmark } from './formulas.ts'

type Props = { readonly text: string; readonly writing: boolean }

/** Markdown, while it is streamed and after. Nothing in it is executed or fetched, and HTML is shown as text. */
export const Markdown = memo(function Markdown({ text, writing }: Props): ReactNode {
  const marked = useMemo(() => markFormulas(text, writing ? 'writing' : 'written'), [text, writing])
  return (
    <WritingContext.Provider value={writing}>
      <FormulasContext.Provider value={marked.formulas}>
        <Streamdown
          className="markdown"
          mode={writing ? 'streaming' : 'static'}
          remarkPlugins={remarkPlugins}
          rehypePlugins={none}
          components={components}
          controls={false}
        >
          {marked.text}
        </Streamdown>
      </FormulasContext.Provider>
    </WritingContext.Provider>
  )
})

const none: [] = []

/** Whether the text around is still being written. */
const WritingContext = createContext(false)

type MarkdownNode = {
  type: string
  value?: string
  url?: string
  data?: { readonly hName: string; readonly hProperties: Readonly<Record<string, unknown>> }
  children?: MarkdownNode[]
}

/** HTML tags stay visible as text: nothing disappears, and nothing is rendered as HTML. */
const htmlAsText = () => (tree: MarkdownNode) => {
  const visit = (node: MarkdownNode): void => {
    if (node.type === 'html') node.type = 'text'
    node.children?.forEach(visit)
  }
  visit(tree)
}

/** ¶ 24 leads to message 24, whoever writes it; in code and inside links it stays as it is. */
const numbersAsLinks = () => (tree: MarkdownNode) => {
  const visit = (node: MarkdownNode): void => {
    if (node.type === 'link' || node.children === undefined) return
    node.children = node.children.flatMap(child => (child.type === 'text' ? linked(child.value ?? '') : [child]))
    node.children.forEach(visit)
  }
  visit(tree)
}

const linked = (text: string): MarkdownNode[] =>
  text.split(/(¶ ?\d{1,9}\b)/).flatMap((value): MarkdownNode[] => {
    if (value === '') return []
    const number = /^¶ ?(\d+)$/.exec(value)?.[1]
    const word = { type: 'text', value }
    return number === undefined ? [word] : [{ type: 'link', url: `#m${number}`, children: [word] }]
  })

/** Marks in words become formulas; elsewhere, as in code that is indented, they are put back as written. */
const marksAsFormulas = () => (tree: MarkdownNode) => {
  const visit = (node: MarkdownNode): void => {
    if (node.children === undefined) return
    node.children = node.children.flatMap(child => (child.type === 'text' ? formulasIn(child.value ?? '') : [child]))
    node.children.forEach(visit)
  }
  visit(tree)
}

const formulasIn = (text: string): MarkdownNode[] =>
  splitAtMarks(text).map(part =>
    typeof part === 'string'
      ? { type: 'text', value: part }
      : { type: 'formula', data: { hName: 'formula', hProperties: { number: part } } },
  )

const remarkPlugins = [...Object.values(defaultRemarkPlugins), htmlAsText, marksAsFormulas, numbersAsLinks]

const link = (href: unknown): string | undefined =>
  typeof href === 'string' && /^(?:https?:|mailto:|#)/i.test(href) ? href : undefined

const plainTags = 'li strong hr thead tbody tr sup sub section'.split(' ')

/** Each of these is read in the direction of its own first letter; the items of a list have that of the list. */
const textTags = 'p ul ol h1 h2 h3 h4 h5 h6 blockquote th td'.split(' ')

const inOwnDirection =
  (tag: string) =>
  ({ node: _, ...props }: ExtraProps): ReactNode =>
    createElement(tag, { ...props, dir: 'auto' })

/** Markdown as plain elements, styled by the page. */
const components: Components = {
  a: ({ href, children }) =>
    link(href)?.startsWith('#') ? (
      <a href={link(href)} className={/^¶/.test(String(children)) ? 'unbroken' : undefined}>
        {children}
      </a>
    ) : (
      <a href={link(href)} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    ),
  // A remote image would tell its server that it was read, so it is shown as a link.
  img: ({ src, alt }) => (
    <a href={link(src)} target="_blank" rel="noopener noreferrer nofollow">
      {alt || 'picture'}
    </a>
  ),
  formula: ({ number }) => <FormulaSpan number={Number(number)} />,
  pre: ({ children }) => <FencedCode>{children}</FencedCode>,
  inlineCode: ({ children }) => <InlineCode>{children}</InlineCode>,
  table: ({ children }) => (
    <div className="table">
      <table>{children}</table>
    </div>
  ),
  ...Object.fromEntries(plainTags.map(tag => [tag, tag])),
  ...Object.fromEntries(textTags.map(tag => [tag, inOwnDirection(tag)])),
}

function FencedCode({ children }: { readonly children?: ReactNode }): ReactNode {
  const formulas = useContext(FormulasContext)
  const isWriting = useContext(WritingContext)
  const code = isValidElement<ComponentProps<'code'> & ExtraProps>(children) ? children.props : {}
  const meta = code.node?.data && 'meta' in code.node.data ? String(code.node.data.meta ?? '') : ''
  const language = /language-(\S+)/.exec(code.className ?? '')?.[1] ?? ''
  const text = unmark(String(code.children ?? ''), formulas).replace(/\n$/, '')
  const name = nameIn(meta) ?? language
  // While it is written, half a diagram would be drawn again and again.
  return language === 'mermaid' && !isWriting ? (
    <Diagram source={text} name={name} />
  ) : (
    <CodeBlock code={text} name={name} />
  )
}

function InlineCode({ children }: { readonly children?: ReactNode }): ReactNode {
  const formulas = useContext(FormulasContext)
  return <code>{typeof children === 'string' ? unmark(children, formulas) : children}</code>
}

/** ```ts src/worker/claim.ts and ```ts title="claim.ts" name a file. */
const nameIn = (meta: string): string | null =>
  /(?:title|file(?:name)?)=["']?([^"'\s]+)/.exec(meta)?.[1] ?? (isPath(meta.trim()) ? meta.trim() : null)

const isPath = (word: string): boolean => /[./]\S/.test(word) && !/\s/.test(word)
