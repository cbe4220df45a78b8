import { type HostileText, repeated } from './hostile-text.ts'
import { type PatternPart, partsOfPattern } from './pattern-parts.ts'

/**
 * Texts that are made to keep one pattern busy: what each of its repeats takes, over and over, after what leads there
 * and before something that fits nothing; and all of it together, again and again from the start.
 */
export function textsFor({ source, flags }: RegExp): readonly HostileText[] {
  const pattern = partsOfPattern(source)
  const letters = lettersOf(pattern, flags)
  const found = new Map<string, HostileText>()
  const add = (unit: string, start = '', end = ''): void => {
    if (unit === '') return
    const text = repeated(unit, start, end)
    if (found.size < mostTexts) found.set(text.name, text)
  }
  for (const { lead, part } of repeatsIn(pattern, '', letters)) {
    for (const pump of pumps(part, letters)) {
      for (const end of ends) add(pump, lead, end)
      add(lead + pump)
      add(`${lead}${pump}${pump}${misfit}`)
    }
  }
  const whole = sample(pattern, letters)
  add(whole)
  add(whole.slice(0, -1))
  add(`${whole.slice(0, -1)}\n`)
  return [...found.values()]
}

const mostTexts = 120

/** Fits no pattern that is meant for words. */
const misfit = '\u0001'

const ends = [misfit, `\n${misfit}`, `a ${misfit}\na`]

/** Letters that a part of a pattern takes, one for every combination of parts that take it too: there they compete. */
type Letters = ReadonlyMap<string, readonly string[]>

function lettersOf(pattern: PatternPart, flags: string): Letters {
  const sources = [...new Set(charactersIn(pattern))]
  const tests = sources.map(source => new RegExp(`^(?:${source})$`, flags.replace(/[gy]/g, '')))
  const taken = new Map<string, string>()
  const offer = (letter: string): void => {
    const fits = tests.map(test => (test.test(letter) ? '1' : '0')).join('')
    if (!taken.has(fits)) taken.set(fits, letter)
  }
  for (const letter of pool) offer(letter)
  const known = () =>
    new Map(sources.map((source, at) => [source, [...taken].flatMap(([fits, one]) => (fits[at] === '1' ? [one] : []))]))
  // Scripts of their own: the first letter of each is looked for.
  tests.forEach((test, at) => {
    if (known().get(sources[at]!)!.length > 0) return
    for (let code = 0; code < 0x20000; code++) {
      if (!test.test(String.fromCodePoint(code))) continue
      offer(String.fromCodePoint(code))
      return
    }
    throw new Error(`No letter fits ${sources[at]}`)
  })
  return known()
}

const pool = [
  ...'a',
  ...'0 \n',
  ...Array.from({ length: 126 }, (_, at) => String.fromCharCode(at + 2)),
  ...'é語😀ɏЀ\u00a0\u2028',
]

function charactersIn(part: PatternPart): readonly string[] {
  switch (part.type) {
    case 'character':
      return [part.source]
    case 'sequence':
      return part.parts.flatMap(charactersIn)
    case 'choice':
      return part.options.flatMap(charactersIn)
    case 'repeat':
    case 'look':
      return charactersIn(part.part)
    case 'nothing':
      return []
  }
}

type Repeat = { readonly lead: string; readonly part: PatternPart }

/** The repeats of a pattern that may go on for long, each with what leads to it. */
function repeatsIn(part: PatternPart, lead: string, letters: Letters): readonly Repeat[] {
  switch (part.type) {
    case 'sequence': {
      let before = lead
      return part.parts.flatMap(each => {
        const found = repeatsIn(each, before, letters)
        before += sample(each, letters)
        return found
      })
    }
    case 'choice':
      return part.options.flatMap(option => repeatsIn(option, lead, letters))
    case 'look':
      return repeatsIn(part.part, part.holds === 'behind' ? '' : lead, letters)
    case 'repeat': {
      const inside = repeatsIn(part.part, lead, letters)
      return part.max < many ? inside : [{ lead, part: part.part }, ...inside]
    }
    default:
      return []
  }
}

const many = 16

/** What one round of a repeat may take: each option of it, and each letter where letters compete. */
function pumps(part: PatternPart, letters: Letters): readonly string[] {
  switch (part.type) {
    case 'character':
      return letters.get(part.source)!
    case 'choice':
      return part.options.flatMap(option => pumps(option, letters))
    case 'repeat':
      return [...pumps(part.part, letters), sample(part, letters)]
    case 'sequence': {
      const plain = part.parts.map(each => sample(each, letters))
      const varied = part.parts.flatMap((each, at) => pumps(each, letters).map(pump => plain.with(at, pump).join('')))
      return [...new Set([plain.join(''), ...varied])]
    }
    default:
      return ['']
  }
}

/** A short text that fits. */
function sample(part: PatternPart, letters: Letters): string {
  switch (part.type) {
    case 'character':
      return letters.get(part.source)![0]!
    case 'sequence':
      return part.parts.map(each => sample(each, letters)).join('')
    case 'choice':
      return sample(part.options[0]!, letters)
    case 'repeat':
      return sample(part.part, letters).repeat(part.min)
    default:
      return ''
  }
}
