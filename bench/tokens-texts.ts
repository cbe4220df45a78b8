/** Texts to count, made from a seed: the same on every machine. */
export type Sample = {
  readonly name: string
  /** Whether other tokenizers take quadratic time on it, so that they get a small piece only. */
  readonly hostile: boolean
  readonly make: (length: number, seed: number) => string
}

export const samples: readonly Sample[] = [
  { name: 'prose', hostile: false, make: (length, seed) => fill(length, seed, prose) },
  { name: 'TypeScript', hostile: false, make: (length, seed) => fill(length, seed, code) },
  { name: 'JSON', hostile: false, make: (length, seed) => fill(length, seed, json) },
  { name: 'Chinese', hostile: false, make: (length, seed) => fill(length, seed, chinese) },
  { name: 'one letter', hostile: true, make: length => 'a'.repeat(length) },
  { name: 'random letters', hostile: true, make: (length, seed) => fill(length, seed, letters) },
  {
    name: 'Chinese without a stop',
    hostile: true,
    make: (length, seed) => fill(length, seed, dice => dice.pick(characters)),
  },
  { name: 'spaces', hostile: true, make: length => ' '.repeat(length) },
  { name: 'base64', hostile: true, make: (length, seed) => fill(length, seed, dice => dice.pick(base64)) },
]

type Dice = { readonly below: (limit: number) => number; readonly pick: <T>(from: ArrayLike<T>) => T }

function fill(length: number, seed: number, part: (dice: Dice) => string): string {
  const dice = diceFrom(seed)
  let text = ''
  while (text.length < length) text += part(dice)
  return text.slice(0, length)
}

function diceFrom(seed: number): Dice {
  let state = seed >>> 0
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  return { below, pick: from => from[below(from.length)]! }
}

const words =
  'the of and to in that it was for on are with as his they be at one have this from or had by hot word but what some we can out other were all there when up use your how said an each she which do their time if will way about many then them write would like so these her long make thing see him two has look more day could go come did number sound no most people my over know water than call first who may down side been now find'.split(
    ' ',
  )

function prose(dice: Dice): string {
  const sentence = Array.from({ length: 6 + dice.below(12) }, () => dice.pick(words)).join(' ')
  return `${sentence[0]!.toUpperCase()}${sentence.slice(1)}${dice.pick(['.', '.', ',', '?'])}${dice.below(6) === 0 ? '\n\n' : ' '}`
}

const name = (dice: Dice): string => {
  const [first, second] = [dice.pick(words), dice.pick(words)]
  return `${first}${second[0]!.toUpperCase()}${second.slice(1)}`
}

const code = (dice: Dice): string =>
  `export function ${name(dice)}(${name(dice)}: readonly string[]): number {\n  const ${name(dice)} = ${name(dice)}.map(one => one.${name(dice)} ?? ${dice.below(9_999)})\n  if (${name(dice)} !== null) return ${name(dice)}.length\n  return ${dice.below(99)}\n}\n\n`

const json = (dice: Dice): string =>
  `{"id":"${dice.below(2 ** 30).toString(16)}","${name(dice)}":${dice.below(100_000)},"${name(dice)}":["${dice.pick(words)}","${dice.pick(words)}"],"at":"2026-11-${10 + dice.below(20)}T0${dice.below(10)}:${10 + dice.below(50)}:00Z"},\n`

const characters =
  '的一是不了人我在有他这为之大来以个中上们到说国和地也子时道出而要于就下得可你年生自会那后能对着事其里所去行过家十用发天如然作方成者多日都三小军二无同么经法当起与好看学进种将还分此心前面又定见只主没公从'
const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

const chinese = (dice: Dice): string =>
  `${Array.from({ length: 4 + dice.below(16) }, () => dice.pick(characters)).join('')}${dice.pick(['，', '。', '、'])}`

const letters = (dice: Dice): string => String.fromCharCode(97 + dice.below(26))
