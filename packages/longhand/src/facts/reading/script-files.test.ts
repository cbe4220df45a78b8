import { expect, test } from 'vitest'
import type { Json } from '../../core/json.ts'
import { filesOf, fileUses } from './files.ts'
import { quotesOf } from './quote.ts'
import { scriptFiles } from './script-files.ts'
import { callKind } from './tool-call.ts'

const shown = (script: string): readonly string[] => scriptFiles(script).map(({ use, path }) => `${use} ${path}`)

test.each([
  ["cat > src/a.ts <<'EOF'\nrm b.ts > c.ts\nEOF", ['created src/a.ts']],
  ['cat <<-EOF >> "docs/my notes.md"\n\ttext\n\tEOF\ntouch b.ts', ['created docs/my notes.md', 'created b.ts']],
  ['echo hi | tee -a log.md > /dev/null', ['changed log.md']],
  ['cd web && sed -i "s/a > b/c/" ./page.tsx', ['changed web/page.tsx']],
  ["sed -i '' -e 's/a/b/' -e 's/c/d/' a.go b.go", ['changed a.go', 'changed b.go']],
  ["perl -pi -e 's/a/b/' a.go", ['changed a.go']],
  ['for f in a.go b.go; do\n  sed -i "s/x/y/" "$f"\ndone', ['changed a.go', 'changed b.go']],
  ['git mv old.ts new.ts && rm -f gone.ts', ['deleted old.ts', 'created new.ts', 'deleted gone.ts']],
  ['mv a.ts b.ts lib/', ['deleted a.ts', 'deleted b.ts', 'created lib/a.ts', 'created lib/b.ts']],
  ['cp a.ts lib', ['created lib/a.ts']],
  [
    "git apply <<'EOF'\ndiff --git a/x.ts b/x.ts\n--- a/x.ts\n+++ b/x.ts\n@@ -1 +1 @@\n--- /dev/null\n+++ b/y.ts\nEOF",
    ['changed x.ts', 'created y.ts'],
  ],
  ['patch -p1 <<EOF\n--- a/z.ts\n+++ /dev/null\nEOF', ['deleted z.ts']],
  // What writes no file that it names.
  ['npm test 2>&1 | tail', []],
  ['npm test > /dev/null 2> err.txt', []],
  ['npm test > /tmp/out.log', []],
  ['cd /tmp && rm -rf x && cp a.ts b.ts', []],
  ['git commit -m "$(cat <<\'EOF\'\nRename "foo" -> bar > baz\nEOF\n)"', []],
  ["sed -n '1,20p' a.ts; perl -ne 'print' b.ts", []],
  ['git rm --cached a.ts', []],
  ['rg "a > b" src # > c.ts', []],
  ['if [[ $a > b ]]; then ls; fi', []],
  ['cat > "$tmp" <<EOF\nx\nEOF', []],
  ['diff <(sort a) <(sort b)', []],
  ['echo "unclosed > x', []],
  ['x <<EOF\nnever closed', []],
] as const)('C10 the files that %j writes', (script, files) => {
  expect(shown(script)).toEqual(files)
})

const patch =
  '*** Begin Patch\n*** Add File: a.ts\n+x\n*** Update File: b.ts\n*** Move to: c.ts\n*** Delete File: d.ts\n*** End Patch'
const patched = ['deleted d.ts', 'created c.ts', 'deleted b.ts', 'created a.ts']

test.each<readonly [string, Json, readonly string[]]>([
  ['apply_patch', patch, patched],
  ['exec_command', { cmd: `apply_patch <<'EOF'\n${patch}\nEOF`, workdir: '/w' }, patched],
  ['shell', { command: ['bash', '-lc', `cd /w && apply_patch <<'EOF'\n${patch}\nEOF`] }, patched],
  ['shell', { command: ['apply_patch', patch] }, patched],
  ['exec', `const out = await tools.apply_patch(${JSON.stringify(patch)});`, patched],
  ['exec', 'await tools.exec_command({ cmd: "cat > e.ts <<\'EOF\'\\nx => y\\nEOF" })', ['created e.ts']],
  ['shell', { command: ['rm', 'f.ts'] }, ['deleted f.ts']],
  ['Write', { file_path: 'g.md', content: patch }, ['created g.md']],
])('C10 the files that %s %j wrote are listed', (name, input, files) => {
  const messages = [{ number: 1, message: call(name, input) }]
  expect(filesOf(fileUses(messages)).map(({ use, path }) => `${use} ${path}`)).toEqual(files)
})

test('C10 a file that was made and deleted again is not listed, one that was there before is deleted', () => {
  const scripts = ['cat > t.py <<EOF\nx\nEOF', 'cat a.ts', 'rm t.py', 'rm a.ts']
  const messages = scripts.map((command, at) => ({ number: at + 1, message: call('Bash', { command }) }))
  expect(filesOf(fileUses(messages)).map(({ use, path }) => `${use} ${path}`)).toEqual(['deleted a.ts'])
})

test('Q1 what a script writes is written, not run', () => {
  const command = "cat > plan.md <<'EOF'\ngit push comes last\nEOF\ngit status"
  const [quotes] = quotesOf([{ number: 1, message: call('Bash', { command }) }])
  expect(quotes!.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'call Bash',
    "command cat > plan.md <<'EOF'",
    'written git push comes last',
    'command git status',
  ])
  expect(callKind({ type: 'tool-call', callId: '1', name: 'Bash', input: { command } })).toBe('run')
  expect(callKind({ type: 'tool-call', callId: '1', name: 'Bash', input: { command: 'cat a > b' } })).toBe('run')
})

const call = (name: string, input: Json) => ({
  role: 'assistant' as const,
  parts: [{ type: 'tool-call' as const, callId: `${name} ${JSON.stringify(input)}`, name, input }],
})
