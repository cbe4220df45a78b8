import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { assistant, type Message, user } from '../../core/message.ts'
import { extract } from '../extract.ts'
import { facts } from '../facts.ts'
import { linesOf } from './lines.ts'

/** Bytes that are the same every time and look like chance. */
const bytes = (length: number, seed: number = 1): Buffer =>
  Buffer.concat(
    Array.from({ length: Math.ceil(length / 64) }, (_, at) => createHash('sha512').update(`${seed} ${at}`).digest()),
  ).subarray(0, length)

const dumpOf = (data: Buffer): string =>
  Array.from({ length: data.length / 16 }, (_, row) => {
    const line = data.subarray(row * 16, row * 16 + 16)
    return `${(row * 16).toString(16).padStart(8, '0')}: ${line.toString('hex').replace(/(.{4})/g, '$1 ')} ${line.toString('latin1').replace(/[^ -~]/g, '.')}`
  }).join('\n')

const minified = `${'!function(e,t){for(var n=0;n<t.length;n++){var r=t[n];e[r]=o(r)||"x"}return(i=>{i&&(a=b)})(e)}(window,k);'.repeat(8)}`

const binary: readonly (readonly [string, string])[] = [
  ['a data URL', `data:image/png;base64,${bytes(300).toString('base64')}`],
  [
    'an svg in a data URL',
    `data:image/svg+xml,%3Csvg%20xmlns%3D%22http%3A%2F%2Fwww.w3.org%22%3E${'%3Cpath%2F%3E'.repeat(9)}`,
  ],
  ['base64', bytes(900).toString('base64')],
  ['base64 for addresses', bytes(900).toString('base64url')],
  [
    'base64 in lines',
    bytes(200)
      .toString('base64')
      .replace(/(.{76})/g, '$1\n'),
  ],
  ['base64 of words', Buffer.from('The quick brown fox jumps over the lazy dog. '.repeat(4)).toString('base64')],
  ['a short padded one', 'dXNlcjpob3Jpem9udGFsIHNjcm9sbGluZyBpcyBvZmY='],
  ['base64 of zeros', Buffer.alloc(400).toString('base64')],
  ['a key without its secret part', `ssh-rsa ${bytes(279).toString('base64')}`],
  ['a hash of a lock file', `sha512-${bytes(64).toString('base64')}`],
  ['a long hex number', bytes(200).toString('hex')],
  ['a dump by xxd', dumpOf(bytes(96))],
  ['a dump by hexdump', '00000000  7f 45 4c 46 02 01 01 00  00 00 00 00 00 00 00 00  |.ELF............|'],
  ['escaped bytes', '\\x7f\\x45\\x4c\\x46\\x02\\x01\\x01\\x00'],
  ['escaped control characters', '\\u0000\\u0001\\u0002\\u001bIHDR'.slice(0, 24)],
  ['a list of bytes', [...bytes(80)].join(',')],
  ['bytes as code', [...bytes(20)].map(byte => `0x${byte.toString(16)}`).join(', ')],
  [
    'a picture as text',
    '\ufffdPNG\r\u001a\u0000\u0000\u0000\rIHDR\u0000\u0000\u0001\u0000tEXtSoftwareAdobe ImageReady',
  ],
  ['minified code', minified],
]

test.each(binary)('Q1 %s is neither quoted nor missed', (_, data) => {
  const rest = 'Look at parseHeader in src/header.ts'
  for (const text of [data, `${rest}\n${data}`, `${rest}\n${data}\n${rest}`]) {
    for (const line of linesOf(text)) expect([rest, 'ssh-rsa […]']).toContain(line)
  }
  // Wherever it stands: what a person pasted, an answer, a call, what a tool printed.
  const messages = conversation(`Never touch this: ${data}`, data)
  const found = facts(messages).map(({ text }) => text)
  const { text } = extract({ messages, staying: new Set(), prose: null, budget: 4_000, targetRetention: 1, count })
  for (const piece of data.match(/[\w+/\\]{9,}/g) ?? []) {
    if (/^[a-z]+$|^tEXt/.test(piece)) continue
    expect(text).not.toContain(piece)
    expect(found.join('\n')).not.toContain(piece)
  }
  expect(text).toContain('src/header.ts')
})

const count = (text: string): number => Math.ceil(text.length / 4)

const conversation = (words: string, data: string) =>
  [
    user('Fix parseHeader in src/header.ts'),
    user(words),
    assistant(`It says:\n\n\`\`\`\nconst one = 1\n${data}\nconst two = 2\n\`\`\``),
    {
      role: 'assistant',
      parts: [{ type: 'tool-call', callId: '1', name: 'Write', input: { file_path: 'a.bin', content: data } }],
    } as Message,
    {
      role: 'tool',
      parts: [{ type: 'tool-result', callId: '1', name: 'Write', outcome: 'error', output: { type: 'image', data } }],
    } as Message,
    {
      role: 'tool',
      parts: [
        { type: 'tool-result', callId: '1', name: 'Write', outcome: 'error', output: `Error: cannot read\n${data}` },
      ],
    } as Message,
  ].map((message, at) => ({ number: at + 1, message }))

test.each([
  '/srv/Library/Caches/go-build/ab/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0ba7d3a9f0',
  'packages/longhand/src/components/ConversationTimeline/CheckpointTimelineMarkerButton.tsx',
  'cmd/entire/cli/integration_test/auto_commit_checkpoint_fix_and_session_conflict_test',
  'commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0ba822cd15d6c15b0f00a08',
  `sha512 is ${'9f86d081'.repeat(16)}`,
  'getUserByIdAndTenantWithRetryOptionsForLegacyBillingSystemAdapterFactory',
  'MAX_CONCURRENT_REQUESTS_PER_TENANT_BEFORE_THROTTLING_APPLIES_TO_V2_CLIENTS',
  'https://example.com/search?q=one&X-Amz-Signature=9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b&sig=Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9v',
  'id 123e4567-e89b-12d3-a456-426614174000 and 01ARZ3NDEKTSV4RRFFQ69G5FAV',
  'SHA256:uNiVztksCsDhcc0u9e8BgrJXVGDBUSaKRtLbVSWKBmI me@host',
  '2024 10 20 30 40 50 60 70 80 in total',
  'rgb(10, 20, 30), rgb(40, 50, 60) and 1, 2, 3, 4, 5, 6, 7, 8',
  'de:ad:be:ef:00:01 is the address of the card',
  '----------------------------------------------------------------- end of the table',
  `{"items":[${Array.from({ length: 8 }, (_, at) => `{"name":"user ${at}","isAdmin":false}`).join(',')}]}`,
])('Q1 %j is kept as it is', line => {
  expect(linesOf(line)).toEqual([line])
})

test('Q1 no encoded bytes are quoted, however many they are', () => {
  const quoted = Array.from({ length: 1_500 }, (_, seed) => bytes(48 + (seed % 300), seed)).flatMap(data =>
    (['base64', 'base64url'] as const).flatMap(as => linesOf(`The picture: ${data.toString(as)} is old`)),
  )
  expect([...new Set(quoted)]).toEqual(['The picture: […] is old'])
})
