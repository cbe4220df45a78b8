/** What was run, by program and subcommand (`go test`, `npm run lint`), each once; looking around does not count. */
export function commandHeads(script: string): readonly string[] {
  const simple = script.slice(0, longestScript).split(/&&|\|\||[;|\n]/)
  return [...new Set(simple.map(headOf).filter(head => head !== null))]
}

const longestScript = 4_000

function headOf(command: string): string | null {
  const words = command.trim().split(/\s+/).slice(0, 12)
  while (words.length > 0 && (/^\w+=/.test(words[0]!) || before.has(words[0]!))) words.shift()
  const [program, ...rest] = words
  if (program === undefined || !/^[a-z][\w.-]{0,30}$/.test(program) || looking.has(program)) return null
  const plain = rest.filter(word => /^[a-z][\w:.-]{0,40}$/.test(word))
  const first = rest.find(word => !word.startsWith('-'))
  if (first === undefined || first !== plain[0]) return null
  return first === 'run' && plain[1] !== undefined ? `${program} run ${plain[1]}` : `${program} ${first}`
}

/** Words that only introduce a command. */
const before = new Set(['sudo', 'time', 'env', 'exec', 'nohup', 'command', 'then', 'do', '!'])

const looking = new Set(
  (
    'cd ls cat sed awk grep rg find head tail wc echo printf pwd sleep true false export test which type mkdir rm cp mv touch ' +
    'chmod sort uniq cut tr xargs tee if for while do done fi else set source jq less more diff file stat du df ps kill'
  ).split(' '),
)
