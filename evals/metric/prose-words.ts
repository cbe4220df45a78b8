/** The words of a text that carry meaning, in order; Chinese and Japanese as pairs of characters, since nothing parts their words. */
export function proseWords(text: string): readonly string[] {
  const found: string[] = []
  for (const [run] of text.normalize('NFKC').replace(/[’‘]/g, "'").toLowerCase().matchAll(runs)) {
    if (han.test(run)) for (let at = 0; at + 1 < run.length; at++) found.push(run.slice(at, at + 2))
    else found.push(...latinWords(run))
  }
  return found
}

/** `408-247-8880`, `7:30` and `1,200` are one word; `well-known` is two. */
const latinWords = (run: string): readonly string[] =>
  /\d/.test(run) ? [run.replace(/,(?=\d{3})/g, '')] : run.split(/[.,:\-/]/).flatMap(singular)

function singular(word: string): readonly string[] {
  if (stopWords.has(word)) return []
  const bare = word.replace(/'s$/, '').replaceAll("'", '')
  if (bare.length < 2) return []
  const one = bare.length > 4 && /[^s]s$/.test(bare) ? bare.slice(0, -1) : bare
  return stopWords.has(one) ? [] : [one]
}

const han = /^[\u3040-\u30ff\u3400-\u9fff]/
const letter = '(?:(?![\\u3040-\\u30ff\\u3400-\\u9fff])[\\p{L}\\p{N}])'
const runs = new RegExp(`[\\u3040-\\u30ff\\u3400-\\u9fff]+|${letter}+(?:['.,:\\-/]${letter}+)*`, 'gu')

const stopWords = new Set(
  (
    'a an the and or but if then so of to in on at by for with from as into onto about over under up down out off than that this these those ' +
    'there here i me my mine you your yours he him his she her hers it its we us our ours they them their theirs who whom whose which what ' +
    'when where why how is are was were be been being am do does did done doing have has had having will would shall should can could may ' +
    'might must not no nor yes yeah okay ok um uh hmm mm well just also very really too quite like know think mean right sure thing things ' +
    "something anything some any all each every both i'm i've i'd i'll you're you've you'd we're we've they're it's that's there's don't " +
    "doesn't didn't isn't wasn't can't won't let's what's get got go going gonna want let say said one more most much many other such only " +
    'own same because while during before after again once sort kind bit lot'
  ).split(' '),
)

/** How rare each word is among some texts: a word in few of them weighs more. */
export type Rarity = { readonly has: (word: string) => boolean; readonly of: (word: string) => number }

export function rarityIn(texts: readonly string[]): Rarity {
  const holders = new Map<string, number>()
  for (const text of texts)
    for (const word of new Set(proseWords(text))) holders.set(word, (holders.get(word) ?? 0) + 1)
  return { has: word => holders.has(word), of: word => Math.log(1 + texts.length / (holders.get(word) ?? 1)) }
}
