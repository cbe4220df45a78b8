import { expect, test } from 'vitest'
import { isTest, parse, sources } from './source.ts'
import { strayTerminalWords, strayWords, terminalWordFolder, wordFolder } from './words.ts'

test('what the page shows in words is kept in one folder', () => {
  const page = sources.filter(
    source => /^(packages\/longhand\/src\/react|apps\/web\/src)\/.*\.tsx$/.test(source.path) && !isTest(source),
  )
  expect(page.length).toBeGreaterThan(80)
  expect(page.flatMap(strayWords)).toEqual([])
  expect(sources.filter(({ path }) => path.startsWith(wordFolder)).length).toBeGreaterThan(10)
})

test('what the terminal says in words is kept in one folder', () => {
  const terminal = sources.filter(
    source =>
      source.path.startsWith('apps/cli/src/') &&
      // Scripts for shells are not English; the rest never reaches a person.
      !/\/(testing|words)\/|completion-scripts/.test(source.path) &&
      !isTest(source),
  )
  expect(terminal.length).toBeGreaterThan(100)
  expect(terminal.flatMap(strayTerminalWords)).toEqual([])
  expect(sources.filter(({ path }) => path.startsWith(terminalWordFolder)).length).toBeGreaterThan(10)
})

test.each([
  ["console.log('Nothing found.')", 'Nothing found.'],
  ["page.option('--json', 'print JSON')", 'print JSON'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a source.
  ['console.log(`✓ Imported ${files}`)', '✓ Imported'],
  ["keys(['↑↓ choose'])", '↑↓ choose'],
  ["span('failed', 'red')", 'failed'],
  ["line(' ', 'done')", 'done'],
])('%s says words of its own', (text, words) => {
  expect(strayTerminalWords(parse('a.ts', text))).toEqual([`a.ts: ${words}`])
})

test.each([
  "import { App } from './App.ts'",
  "span(wording.failed, 'red')",
  "new LonghandError('not-found', wording.noFile(path))",
  "const keys = [['Alt-Enter, Ctrl-J', wording.newLine], ['Enter', wording.send]]",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a source.
  'send({ authorization: `Bearer ${token}` })',
])('%s says none', text => {
  expect(strayTerminalWords(parse('a.ts', text))).toEqual([])
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
