import { remember } from '../../core/remember.ts'

/** What was run, by program and subcommand (`go test`, `npm run lint`), each once; commands that only look around do not count. */
export const commandHeads: (script: string) => readonly string[] = remember(script => {
  const simple = script.slice(0, maxScriptLength).split(/&&|\|\||[;|\n]/)
  return [...new Set(simple.map(headOf).filter(head => head !== null))]
})

const maxScriptLength = 4_000

/** Whether a script only prints files: their text may mention errors without there being any. */
export function isReadOnlyScript(script: string): boolean {
  if (script.length > maxScriptLength || isLog.test(script)) return false
  // Text between quotes is not a command.
  const simple = script.replace(/'[^']*'|"[^"]*"/g, '""').split(/&&|\|\||[;|\n]/)
  const programs = simple.map(wordsOf).filter(words => words.length > 0)
  return programs.length > 0 && programs.every(([program, verb]) => viewers.has(program!) || isHistory(program!, verb))
}

/** Reading a log means looking for what went wrong. */
const isLog = /\.(?:log|out|err)\b/

const isHistory = (program: string, verb: string | undefined): boolean =>
  program === 'git' && /^(?:diff|show|log|grep|blame)$/.test(verb ?? '')

const viewers = new Set(
  'cat sed awk grep rg find head tail wc nl ls tree less more jq sort uniq cut tr cd pwd echo'.split(' '),
)

/** The first words of a command, without those that only introduce it. */
function wordsOf(command: string): readonly string[] {
  return programOf(
    command
      .trim()
      .split(/\s+/, 12)
      .filter(word => word !== ''),
  )
}

/** The words of a command from its program on. */
export function programOf(words: readonly string[]): readonly string[] {
  const start = words.findIndex(word => !/^\w+=/.test(word) && !prefixWords.has(word))
  return start < 0 ? [] : words.slice(start)
}

function headOf(command: string): string | null {
  const [program, ...rest] = wordsOf(command)
  if (program === undefined || !/^[a-z][\w.-]{0,30}$/.test(program) || ignoredPrograms.has(program)) return null
  const plain = rest.filter(word => /^[a-z][\w:.-]{0,40}$/.test(word))
  const first = rest.find(word => !word.startsWith('-'))
  if (first === undefined || first !== plain[0]) return null
  return first === 'run' && plain[1] !== undefined ? `${program} run ${plain[1]}` : `${program} ${first}`
}

/** Words that only introduce a command. */
const prefixWords = new Set([
  'sudo',
  'time',
  'env',
  'exec',
  'nohup',
  'command',
  'then',
  'do',
  'else',
  'if',
  'while',
  '{',
  '!',
])

const ignoredPrograms = new Set(
  (
    'cd ls cat sed awk grep rg find head tail wc echo printf pwd sleep true false export test which type mkdir rm cp mv touch ' +
    'chmod sort uniq cut tr xargs tee if for while do done fi else set source jq less more diff file stat du df ps kill'
  ).split(' '),
)
