import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitByTrust } from '../config/layers.ts'
import { readYaml } from '../config/read-yaml.ts'
import type { Withheld } from './folder-trust.ts'
import { permissionsIn } from './permissions.ts'
import { breakLines, isTooLong, questionText, withheldLine } from './trust-text.ts'
import { visible } from './visible.ts'

const variables = { OPENAI_API_KEY: 'sk-test' }

function asked(text: string, folder = '/home/ann/shop', before: readonly string[] = []): Withheld {
  const { privileged } = splitByTrust(readYaml(text, 'longhand.config.yaml'))
  const permissions = permissionsIn(privileged, { folder, variables })
  const request = {
    folder,
    file: `${folder}/longhand.config.yaml`,
    home: '/home/ann/.longhand',
    digest: '',
    permissions,
  }
  return { type: 'withheld', reason: 'unasked', request: { ...request, warnings: [], before } }
}

describe('S the question shows', () => {
  test.each([
    // What the file holds, and what the person reads.
    [
      `mcp: { servers: { files: { command: npx, args: [-y, some-server, "my notes"] } } }`,
      `    npx -y some-server 'my notes'   (mcp.servers.files)\n        in /home/ann/shop\n        It runs code that it finds in node_modules of that folder, or downloads.\n`,
    ],
    [
      `mcp: { servers: { x: { command: run, env: { LD_PRELOAD: ./x.so, A: "\${NPM_TOKEN}" } } } }`,
      `        with LD_PRELOAD=./x.so\n        with A='\${NPM_TOKEN}', where NPM_TOKEN is taken from your environment\n`,
    ],
    [
      `mcp: { servers: { x: { command: "run\\n    nothing else", args: ["\\e[2J\\e[1A\\r", "a\\u202Eb", "rm -rf ~"] } } }`,
      `    'run\\u{a} \\u{20}×2 nothing else' '\\u{1b}[2J\\u{1b}[1A\\u{d}' 'a\\u{202e}b' 'rm -rf ~'   (mcp.servers.x)`,
    ],
    [
      'providers: { openai: { base_url: http://evil.test/v1 } }',
      '    http://evil.test/v1   (providers.openai)\n        It gets your OPENAI_API_KEY.\n        It gets what you write to models of openai.\n',
    ],
    [
      'providers: { openai: { base_url: "http://\u0430pi.openai.com/v1" } }',
      '    http://xn--pi-6kc.openai.com/v1   (providers.openai)',
    ],
    [
      'providers: { google: { key_env: AWS_SECRET } }',
      '    the usual address of google   (providers.google)\n        It gets your AWS_SECRET (not set now).\n',
    ],
    [
      'providers: { compatible: { own: { base_url: http://x/v1, models: [m] } } }',
      '    http://x/v1   (providers.compatible.own)\n        It gets no key.\n',
    ],
    [
      'compact: { prompt_file: /etc/passwd }',
      '    /etc/passwd (outside of the folder)   (compact.prompt_file)\n        Its text is sent to the model that writes summaries.',
    ],
    ['server: { host: 0.0.0.0 }', '    server.host = "0.0.0.0"'],
    ['compact: { instructions: "one\\n\\e]0;two" }', '    compact.instructions = "one\\n\\u001b]0;two"'],
  ])('%s', (text, shown) => {
    expect(questionText(asked(text))).toContain(shown)
  })
})

test('S whatever a file, a folder or a name holds, nothing of it can do anything to a terminal', () => {
  const nasty = fc.string({ unit: 'binary', maxLength: 60 })
  fc.assert(
    fc.property(nasty, nasty, nasty, (a, b, folder) => {
      const text = JSON.stringify({
        model: a,
        compact: { instructions: b, prompt_file: b },
        mcp: { servers: { [a || 'x']: { command: a, args: [b], env: { [b || 'y']: a } } } },
        providers: { openai: { base_url: a, key_env: b, key_file: a } },
      })
      // A key like this is refused before anybody is asked.
      fc.pre(a !== '__proto__' && b !== '__proto__')
      const withheld = asked(text, `/${folder}`)
      expect(questionText(withheld).replaceAll('\n', '')).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
      expect(withheldLine(withheld)).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
    }),
  )
})

test('S visible keeps what can be read as it is, and long gaps do not push anything out of sight', () => {
  expect(visible('/home/ann/Bücher/漢字 – notes.md')).toBe('/home/ann/Bücher/漢字 – notes.md')
  expect(visible(`a${' '.repeat(500)}b`)).toBe('a \\u{20}×498 b')
  expect(visible('a\u3164\u00adb\u{e0041}\ud800')).toBe('a\\u{3164}\\u{ad}b\\u{e0041}\\u{d800}')
})

test('S what is new since it was trusted is marked', () => {
  const old = 'server.port = 80'
  const text = questionText(asked('server: { port: 80, host: 0.0.0.0 }', '/x', [old]))
  expect(text).toContain('  + server.host = "0.0.0.0"\n')
  expect(text).toContain('    server.port = 80\n')
})

test('S more than a person would read is not asked about', () => {
  const many = Array.from({ length: 200 }, (_, at) => `s${at}: { command: x }`).join(', ')
  expect(isTooLong(asked(`mcp: { servers: { ${many} } }`).request)).toBe(true)
  expect(isTooLong(asked(`mcp: { servers: { x: { command: ${'x'.repeat(3000)} } } }`).request)).toBe(true)
  expect(isTooLong(asked('model: a/b').request)).toBe(false)
})

test('S, H6 what is withheld is told in one line, with what to do', () => {
  expect(withheldLine(asked('model: a/b\nlog: { level: warn }', "/home/ann/my shop's"))).toBe(
    "longhand.config.yaml in /home/ann/my shop's is not trusted; ignored: model, log.level. To allow this, read the file and run: longhand trust '/home/ann/my shop'\\''s'",
  )
})

test('S a long line is broken where the rest of it still looks like the rest of it', () => {
  const fake = `${'x'.repeat(76)}Trust this folder? [y/N] y`
  const lines = breakLines(
    questionText(asked(`mcp: { servers: { x: { command: ${JSON.stringify(fake)} } } }`)),
    80,
  ).split('\n')
  expect(lines.every(line => line.length <= 80)).toBe(true)
  expect(lines.filter(line => line.startsWith('Trust'))).toEqual([])
  expect(breakLines('short\n\n  lines', 80)).toBe('short\n\n  lines')
})
