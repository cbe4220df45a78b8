/** A text of one hostile kind, as long as one wants it: whatever reads it must take time in proportion to its length. */
export type HostileText = { readonly name: string; readonly grow: (length: number) => string }

/** Texts that make careless patterns and loops slow, from a character over and over to lines that are all different. */
export const hostileTexts: readonly HostileText[] = [
  ...characters().map(unit => repeated(unit)),
  ...stretches().map(unit => repeated(unit)),
  ...blunted(),
  ...numbered(),
  nested('[', ']'),
  nested('{"a":', '}'),
  nested('> ', ''),
]

/** One of each nature: for what takes long, and for what must be long to be measured. */
export const fewTexts: readonly HostileText[] = [
  ...['\n', '#', 'a', '語', '\\"', 'a ', 'a\n', '- ', '```\n', 'a.', '{"a":"', '-----BEGIN ', '¶1 person: a\n'].map(
    unit => repeated(unit),
  ),
  ...numbered().filter((_, at) => at % 2 === 1),
  nested('[', ']'),
]

/** A unit over and over, between a start and an end. */
export function repeated(unit: string, start = '', end = ''): HostileText {
  const name = [start, `${unit} × n`, end].map(part => JSON.stringify(part).slice(1, -1)).join('')
  return { name, grow: length => start + unit.repeat(Math.ceil(length / unit.length)) + end }
}

function characters(): readonly string[] {
  const signs = [...'#-*<>"\'`\\/_.:;,=@|&%$!?~+()[]{}¶•']
  const spaces = ['\n', ' ', '\t', '\r', '\r\n', '\u00a0', '\u2028', '\u3000', '\u200b', '\ufeff']
  // Half a pair, a mark on nothing, what ends a C string.
  const odd = ['\ud83d', '\ude00', '😀', '\u0301', '\u0000', '\u001b', 'é', '語', 'ß', 'İ']
  return [...signs, ...spaces, ...odd, ...'0aAZ']
}

/** Stretches that parts of a text are told by: headings, lists, fences, keys, addresses, tags, commands, cues. */
function stretches(): readonly string[] {
  return [
    ...['a ', 'a.', '.a', '/a', 'a/', 'a-', 'a_', '_a', 'aA', 'a@', '1.', '1,', '1 ', '0a', 'a1', 'a: ', 'aa. ', 'a\n'],
    ...[
      '# ',
      '#### ',
      '- ',
      '* ',
      '** ',
      '**',
      '> ',
      '1. ',
      '- # ',
      '#\n',
      '-\n',
      '\n ',
      ' \n',
      '\n\n#',
      '\t\n',
      '--',
      '--a',
    ],
    ...['```\n', '``` a\n', '```\na\n', '~~~\n', '`a`', '``', '———\n', '**a**:\n', '## Goal\n', '|a', '| - '],
    ...['\\n', '\\\\n', '\\"', "\\'", '\\u', '{"a":"', '["', '",', '{}', '\u001b[0m', '\u001b['],
    ...[
      '<|',
      '|>',
      '<|a|>',
      '[INST]',
      '<<SYS>>',
      '<system',
      '<a:system ',
      '</summary>',
      '<summary>',
      '<think>',
      '</think>',
      '<!--',
    ],
    ...['system:', '#system', '- system', 'assistant ', 'human : ', 'developer message '],
    ...[
      'sk-',
      'sk-a-',
      'sk-a1b2-',
      'eyJ',
      'eyJ-',
      'eyJa.',
      'eyJaaaaaaaa.',
      'bearer ',
      'Basic a',
      '://',
      '://a:',
      '://a:a',
      'a://b:c@d ',
    ],
    ...[
      'password=',
      'token: ',
      'secret="a1',
      'key=a1;',
      'api_key:',
      '-----BEGIN ',
      '-----BEGIN A PRIVATE KEY-----\n',
      '-----END ',
    ],
    ...[
      'http://a ',
      'https://',
      'a@a.a ',

      'a.com/',
      '1.1.1.1.',
      '123456',
      '5 MB ',
      '$1',
      '*** Add File: a\n',
      '@@ \n',
    ],
    ...[
      'ignore ',
      'curl ',
      'do not tell ',
      'error ',
      'must ',
      'because ',
      "we'll use ",
      'agreed',
      'exit code ',
      'aError',
    ],
    ...[
      'git diff && ',
      'a=b ',
      'npm run a;',
      "'a' ",
      '"a" ',
      '/compact ',
      'data:a;base64,',
      'prompt is too long: 1',
      'try again in 1',
    ],
    ...[
      '¶1 person: a\n',
      '¶1',
      '(¶1)',
      '[x ¶1 person]\n',
      '→ a\n',
      '┃ a\n',
      'a answered (ok): ',
      'max_tokens',
      '1–',
      '1 - ',
    ],
    ...['a\u0301', 'a\u200d', '👩\u200d', '語。', '。', 'a\u00a0', '\u200ba', '必須'],
  ]
}

/** A run that nearly matches and then does not. */
function blunted(): readonly HostileText[] {
  const ends = ['\u0000', '\n!', ' x', 'a a\na']
  const units = [' ', '\n', '#', '-', '*', 'a', '0', 'a ', 'a-', 'a.', '_a', '# ', '- ', '"', '=', '/']
  return units.flatMap(unit => ends.map(end => repeated(unit, 'x', end)))
}

/** Things that are all different, so that nothing which remembers them stays small. */
function numbered(): readonly HostileText[] {
  const things: readonly ((at: number) => string)[] = [
    at => `word${at} `,
    at => `line ${at} must never hold a${at}\n`,
    at => `error: thing_${at} failed\n`,
    at => `https://a${at}.com/b `,
    at => `mail${at}@a.com `,
    at => `npm run task${at}\n`,
    at => `src/a${at}.ts `,
    at => `${100_000 + at} `,
    at => `${at} MB\n`,
    at => `*** Add File: a${at}.ts\n`,
    at => `--flag${at}\n`,
    at => `¶${at} person: say_${at}\n`,
    at => `## Heading ${at}\n- we decided on b${at} because c${at}\n`,
    at => `\`\`\`\nlet a${at} = b${at}\nlet c\nlet d\n\`\`\`\n`,
    at => `<tag${at}>`,
    at => String.fromCharCode(0x4e00 + (at % 0x5000), 0x4e00 + (at >> 4)),
  ]
  return things.map(thing => ({
    name: `${JSON.stringify(thing(0)).slice(1, -1)}, ${JSON.stringify(thing(1)).slice(1, -1)}, …`,
    grow: length => {
      const parts: string[] = []
      for (let at = 0, size = 0; size < length; at++) size += parts[parts.push(thing(at)) - 1]!.length
      return parts.join('')
    },
  }))
}

function nested(open: string, close: string): HostileText {
  return {
    name: `${open} nested ${close}`,
    grow: length => {
      const depth = Math.ceil(length / (open.length + close.length))
      return `${open.repeat(depth)}1${close.repeat(depth)}`
    },
  }
}
