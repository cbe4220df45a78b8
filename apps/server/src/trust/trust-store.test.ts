import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { homeFolder } from './home-folder.ts'
import { forgetAnswer, listAnswers, readAnswer, type TrustAnswer, writeAnswer } from './trust-store.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'longhand-trust-'))
})
afterEach(() => rmSync(home, { recursive: true }))

const answerAbout = (folder: string): TrustAnswer => ({ folder, digest: 'd', answer: 'trusted', at: 'now', shown: [] })
const files = () => readdirSync(join(home, 'trusted')).map(name => join(home, 'trusted', name))

test('S an answer is kept for its owner alone, listed and forgotten', () => {
  expect([readAnswer(home, '/a'), listAnswers(home), forgetAnswer(home, '/a')]).toEqual([null, [], false])
  writeAnswer(home, answerAbout('/b'))
  writeAnswer(home, answerAbout('/a'))
  expect(listAnswers(home)).toEqual([answerAbout('/a'), answerAbout('/b')])
  expect(files().map(file => statSync(file).mode & 0o777)).toEqual([0o600, 0o600])
  expect(statSync(join(home, 'trusted')).mode & 0o777).toBe(0o700)
  expect([forgetAnswer(home, '/a'), readAnswer(home, '/a'), readAnswer(home, '/b')]).toEqual([
    true,
    null,
    answerAbout('/b'),
  ])
})

test('S, F6 an answer that others could have written, that is a link, broken or about another folder is none', () => {
  writeAnswer(home, answerAbout('/a'))
  const [file] = files()
  for (const mode of [0o666, 0o620, 0o604]) {
    chmodSync(file!, mode)
    expect(readAnswer(home, '/a')).toBeNull()
  }
  chmodSync(file!, 0o600)
  expect(readAnswer(home, '/a')).not.toBeNull()
  renameSync(file!, join(home, 'aside'))
  symlinkSync(join(home, 'aside'), file!)
  expect(readAnswer(home, '/a')).toBeNull()
  rmSync(file!)
  writeAnswer(home, answerAbout('/b'))
  renameSync(files()[0]!, file!)
  expect(readAnswer(home, '/a')).toBeNull()
})

test('S processes that answer at the same moment lose nothing of each other’s', async () => {
  const store = join(import.meta.dirname, 'trust-store.ts')
  const code = (name: string) => `import { writeAnswer } from ${JSON.stringify(store)}
    for (let at = 0; at < 40; at++) writeAnswer(${JSON.stringify(home)}, { folder: '/${name}/' + at, digest: 'd', answer: 'trusted', at: 'now', shown: [] })
    for (let at = 0; at < 40; at++) writeAnswer(${JSON.stringify(home)}, { folder: '/shared', digest: '${name}', answer: 'trusted', at: 'now', shown: [] })`
  const writers = ['a', 'b', 'c'].map(name =>
    spawn(process.execPath, ['--input-type=module', '-e', code(name)], { stdio: ['ignore', 'ignore', 'inherit'] }),
  )
  const codes = await Promise.all(writers.map(async writer => (await once(writer, 'exit'))[0]))
  expect(codes).toEqual([0, 0, 0])
  expect(listAnswers(home)).toHaveLength(121)
  expect(files()).toHaveLength(121)
})

test.each(['', '.', 'relative'])('S with HOME=%j the home folder is still not the working directory', HOME => {
  const before = process.env.HOME
  try {
    process.env.HOME = HOME
    expect(homeFolder()).toMatch(/^(\/|[A-Z]:\\).*\.longhand$/)
    expect(homeFolder().startsWith(process.cwd())).toBe(false)
  } finally {
    process.env.HOME = before
  }
})
