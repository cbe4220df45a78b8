import { expect, test } from 'vitest'
import { isTest, parse, sources } from './source.ts'
import { strayWords, wordFolder } from './words.ts'

test('what the page shows in words is kept in one folder', () => {
  const page = sources.filter(
    source => /^(packages\/longhand\/src\/react|apps\/web\/src)\/.*\.tsx$/.test(source.path) && !isTest(source),
  )
  expect(page.length).toBeGreaterThan(80)
  expect(page.flatMap(strayWords)).toEqual([])
  expect(sources.filter(({ path }) => path.startsWith(wordFolder)).length).toBeGreaterThan(10)
})

test.each([
  ['<p>Save it</p>', 'Save it'],
  ['<p>{a} of</p>', 'of'],
  ['<Button label="Save" />', 'Save'],
  ["<Button label={a ? 'Save' : b} />", 'Save'],
  ["<p>{a ? 'not yet' : b}</p>", 'not yet'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a source.
  ['<p>{`Delete ${name}?`}</p>', 'Delete ?'],
])('%s shows words of its own', (text, words) => {
  expect(strayWords(parse('a.tsx', `const it = ${text}`))).toEqual([`a.tsx: ${words}`])
})

test.each([
  '<p className="a quiet one">{words.save} · ¶ {number}</p>',
  "<a className={b ? 'a quiet one' : 'c'} href=\"/about/us\" />",
  '<p>{words.press} <kbd>Enter</kbd> <code>npm start</code></p>',
  "<input onKeyDown={event => event.key === 'Enter' && send()} aria-label={words.name} />",
])('%s does not', text => {
  expect(strayWords(parse('a.tsx', `const it = ${text}`))).toEqual([])
})
