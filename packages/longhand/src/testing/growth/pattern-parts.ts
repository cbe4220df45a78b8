/** A regular expression taken apart, as far as texts are made from it. */
export type PatternPart =
  /** One character; `source` is how the pattern spells it. */
  | { readonly type: 'character'; readonly source: string }
  | { readonly type: 'sequence'; readonly parts: readonly PatternPart[] }
  | { readonly type: 'choice'; readonly options: readonly PatternPart[] }
  | { readonly type: 'repeat'; readonly part: PatternPart; readonly min: number; readonly max: number }
  /** What is looked at and not taken. */
  | { readonly type: 'look'; readonly part: PatternPart; readonly holds: 'ahead' | 'behind' | 'not' }
  | { readonly type: 'nothing' }

/** Takes a pattern apart; throws for what it does not know, so that no pattern is passed over. */
export function partsOfPattern(source: string): PatternPart {
  let at = 0
  const rest = (): string => source.slice(at)
  const eat = (expected: RegExp): RegExpExecArray | null => {
    const found = expected.exec(rest())
    if (found !== null) at += found[0].length
    return found
  }

  const choice = (): PatternPart => {
    const options = [sequence()]
    while (eat(/^\|/)) options.push(sequence())
    return options.length === 1 ? options[0]! : { type: 'choice', options }
  }

  const sequence = (): PatternPart => {
    const parts: PatternPart[] = []
    while (at < source.length && source[at] !== '|' && source[at] !== ')') parts.push(repeated(atom()))
    return parts.length === 1 ? parts[0]! : { type: 'sequence', parts }
  }

  const repeated = (part: PatternPart): PatternPart => {
    const found = eat(/^(?:([*+?])|\{(\d+)(,(\d*))?\})\??/)
    if (found === null) return part
    const [, sign, min, more, max] = found
    if (sign !== undefined) return { type: 'repeat', part, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity }
    return { type: 'repeat', part, min: Number(min), max: more === undefined ? Number(min) : Number(max || Infinity) }
  }

  const atom = (): PatternPart => {
    if (eat(/^(?:[$^]|\\[bB])/)) return { type: 'nothing' }
    const open = eat(/^\((?:\?(?:<(?![=!])\w+>|<?[=!]|:))?/)
    if (open !== null) {
      const part = choice()
      if (!eat(/^\)/)) throw new Error(`No end of a group at ${at} in /${source}/`)
      if (open[0].endsWith('!')) return { type: 'look', part, holds: 'not' }
      return open[0].endsWith('=') ? { type: 'look', part, holds: open[0].includes('<') ? 'behind' : 'ahead' } : part
    }
    const one = eat(
      /^(?:\[(?:\\[\s\S]|[^\]\\])*\]|\\(?:[pP]\{[^}]+\}|u\{[^}]+\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|[^pPuxk\dbB])|[^\\()[\]{}*+?|^$]|[\]{}])/u,
    )
    if (one === null) throw new Error(`/${source}/ cannot be read at ${at}: ${rest().slice(0, 20)}`)
    return { type: 'character', source: one[0] }
  }

  const all = choice()
  if (at < source.length) throw new Error(`/${source}/ cannot be read at ${at}: ${rest().slice(0, 20)}`)
  return all
}
