/** Who says what in the margin: `21 You`, `22 gpt`. */
export function speaker(number: number, who: 'you' | 'model' | 'system', model: string | undefined): string {
  const name = who === 'you' ? 'You' : who === 'system' ? 'sys' : shortName(model ?? '')
  return `${number} ${name}`.slice(0, 9)
}

/** The family of a model, when that is short enough to be read in the margin. */
function shortName(model: string): string {
  const family = /(?<![a-z])[a-z]{2,6}(?![a-z])/i.exec(model.split('/').at(-1) ?? '')?.[0]
  return family?.toLowerCase() ?? 'model'
}
