import { createContext } from 'react'
import { type Formula, findMath } from './find-math.ts'

/** Markdown with a mark in the place of each formula, so that nothing in one is read as Markdown; and the formulas. */
export type MarkedText = { readonly text: string; readonly formulas: readonly MarkedFormula[] }

/** A formula, or the beginning of one, as it is written. */
export type MarkedFormula = Formula | { readonly type: 'unfinished'; readonly source: string }

/** The formulas of the text around, by their numbers. */
export const FormulasContext = createContext<readonly MarkedFormula[]>([])

export function markFormulas(text: string, state: 'writing' | 'written'): MarkedText {
  // A text that uses these letters itself is left alone.
  if (!/[$\\]/.test(text) || /[\uE000\uE001]/.test(text)) return { text, formulas: [] }
  const formulas: MarkedFormula[] = []
  const marked = findMath(text, state).map(piece => {
    if (piece.type === 'words' || formulas.length === maxFormulas) return piece.source
    formulas.push(piece)
    return markOf(formulas.length - 1)
  })
  return { text: marked.join(''), formulas }
}

/** Thousands of formulas in one message would block the page; the rest is shown as written. */
const maxFormulas = 500

/** What stands in the place of a formula. */
export const markOf = (number: number): string => `\uE000${number}\uE001`

/** The text with the formulas as they were written. */
export const unmark = (text: string, formulas: readonly MarkedFormula[]): string =>
  text.replace(/\uE000(\d+)\uE001/g, (whole, number) => formulas[Number(number)]?.source ?? whole)

/** Words and the numbers of formulas, in turn. */
export const splitAtMarks = (text: string): readonly (string | number)[] =>
  text
    .split(/\uE000(\d+)\uE001/)
    .flatMap((part, at): (string | number)[] => (at % 2 === 1 ? [Number(part)] : part === '' ? [] : [part]))
