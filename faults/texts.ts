import { parseArgs } from 'node:util'
import { growthOn } from '../packages/longhand/src/testing/growth/growth.ts'
import { type HostileText, hostileTexts } from '../packages/longhand/src/testing/growth/hostile-text.ts'
import { attempt } from '../packages/longhand/src/testing/growth/text-function.ts'
import { textFunctions } from '../packages/longhand/src/testing/growth/text-functions.ts'
import { hasPostgres } from '../packages/longhand/src/testing/store-contract/postgres.ts'
import { table } from '../scripts/table.ts'
import { type Attacked, attackServer, type Felt, stallMs } from './texts-server.ts'

/**
 * `npm run faults -- texts`: texts that make careless code slow. First every function of the library that reads text,
 * then the server as people start it, while someone else is served by it too.
 */
export async function run(args: readonly string[]): Promise<void> {
  const options = {
    part: { type: 'string' },
    letters: { type: 'string' },
    text: { type: 'string', multiple: true },
    attack: { type: 'string' },
    store: { type: 'string' },
    wide: { type: 'string' },
  } as const
  const { values } = parseArgs({ args: [...args], options })
  const chosen = ({ name }: HostileText) => values.text?.some(wanted => name.includes(wanted)) ?? true
  const wants = (part: 'functions' | 'texts' | 'files' | 'wide') => values.part === undefined || values.part === part
  if (wants('functions')) holdFunctions(hostileTexts.filter(chosen))
  if (values.part === 'functions') return
  if (!hasPostgres()) console.log('! There is no Postgres here: the server runs on the embedded engine alone.')
  const stores = (['embedded', 'postgres'] as const).filter(store => store === 'embedded' || hasPostgres())
  for (const storage of stores.filter(store => store.includes(values.store ?? ''))) {
    const attacked = await attackServer({
      texts: wants('texts') ? (values.text === undefined ? tellingTexts : hostileTexts).filter(chosen) : [],
      letters: Number(values.letters ?? 4_000_000),
      storage,
      ...(wants('files') && { files: 'sent' }),
      ...(wants('wide') && { wide: Number(values.wide ?? 99_000) }),
      only: values.attack ?? '',
      onFelt: tell,
    })
    console.log(report(attacked))
    if (stallsOf(attacked).length > 0 || !attacked.lives) process.exitCode = 1
  }
}

/** One of each nature: the server meets these unless others are named. */
const telling = [
  ...[
    '# × n',
    '\\n × n',
    '  × n',
    'a × n',
    'a  × n',
    'a\\n × n',
    '\\\\\\" × n',
    '\\u0000 × n',
    '😀 × n',
    '語 × n',
    '```\\n × n',
  ],
  ...[
    '-----BEGIN A PRIVATE KEY-----\\n × n',
    'word0 ',
    'line 0 must',
    'src/a0.ts',
    'https://a0',
    '## Heading 0',
    '[ nested ]',
  ],
]

export const tellingTexts: readonly HostileText[] = hostileTexts.filter(({ name }) =>
  telling.some(one => name === one || (one.length > 5 && name.startsWith(one))),
)

/** Every function on every text: twice the length may take no more than 2.5 times as long. */
function holdFunctions(texts: readonly HostileText[]): void {
  const slow = Object.entries(textFunctions).flatMap(([name, call]) =>
    texts.flatMap(text => {
      const growth = growthOn((given: string) => attempt(() => call(given)), text)
      return growth === null ? [] : [[name, text.name, growth.length, ...growth.ms.map(Math.round)]]
    }),
  )
  const functions = Object.keys(textFunctions).length
  console.log(table(['functions', 'texts each', 'out of proportion'], [[functions, texts.length, slow.length]]))
  if (slow.length === 0) return
  console.log(table(['function', 'text', 'length', 'ms', 'ms for twice the length'], slow))
  process.exitCode = 1
}

/** Moments in which the server computed for so long that everyone else had to wait. */
export const stallsOf = ({ felt }: Attacked, ms = stallMs): readonly Felt[] =>
  felt.filter(({ loop }) => loop.busyMs >= ms)

const tell = ({ attack, text, loop, problem }: Felt): void => {
  const figures = `${loop.busyMs.toFixed(0)} ms of computing, ${loop.delayMs.toFixed(0)} ms late`
  console.error(`${attack}: ${text}: ${figures}${problem === null ? '' : ` (${problem.slice(0, 200)})`}`)
}

function report({ storage, idle, felt }: Attacked): string {
  const most = (all: readonly Felt[], figure: (felt: Felt) => number): Felt =>
    all.toSorted((a, b) => figure(b) - figure(a))[0]!
  const ms = (figure: number): string => `${figure.toFixed(0)} ms`
  const rows = [...Map.groupBy([idle, ...felt], ({ attack }) => attack)].map(([attack, all]) => {
    const worst = most(all, ({ loop }) => loop.busyMs)
    const late = most(all, ({ loop }) => loop.delayMs).loop.delayMs
    const waited = most(all, ({ waits }) => waits.health).waits.health
    const stalls = all.filter(({ loop }) => loop.busyMs >= stallMs).length
    const again = all.filter(({ tries }) => tries.length > 1).length
    const beside = Math.max(...all.map(({ waits }) => waits.own))
    return [attack, all.length, stalls, again, ms(worst.loop.busyMs), worst.text, ms(late), ms(waited), ms(beside)]
  })
  const head = [
    'texts',
    `stalls of ${stallMs} ms`,
    'tried again',
    'longest computing',
    'with',
    'longest delay',
    'longest wait of others',
    'longest delay of a process that does nothing',
  ]
  return table([`what was done (${storage})`, ...head], rows)
}
