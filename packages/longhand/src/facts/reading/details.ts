import { contentWords } from './words.ts'

/** The words of a line of prose that make it about something: names, titles, dates, times, amounts. */
export const detailWords = (line: string): readonly string[] => (line.match(details) ?? []).flatMap(contentWords)

/** Months and days of the week that are written without a capital. */
const lowerCaseDays =
  'janvier|février|avril|juin|juillet|août|septembre|octobre|novembre|décembre|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche' +
  '|enero|febrero|marzo|abril|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|lunes|martes|miércoles|jueves|viernes|sábado|domingo'

/**
 * A capital says something within a sentence only, and nothing in "I'm". Titles stand between quotes or brackets.
 * Bounded repeats, so the scan is linear.
 */
const details = new RegExp(
  [
    `(?<=[\\p{L}\\p{N},;)’'-] ["“(]?)(?!I['’])\\p{Lu}[\\p{L}'’-]{1,40}`,
    '[《“「『"][^《》“”「」『』"\\n]{2,40}[》”」』"]',
    '[$€£¥]?\\p{N}[\\p{N},.:/-]{0,30}',
    `(?<!\\p{L})(?:${lowerCaseDays})(?!\\p{L})`,
  ].join('|'),
  'gu',
)
