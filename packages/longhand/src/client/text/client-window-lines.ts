import type { ClientWindowRow } from '../api/client-window-contract.ts'
import { formatNumber, formatTime, pluralize } from './format.ts'

/** What was learnt of one program with one model, which is forgotten as a whole. */
export type ClientWindowLine = Pick<ClientWindowRow, 'client' | 'model'> & { readonly text: string }

/** H4.15 one line for each program and model: the window that holds for all its conversations, or those of single ones. */
export function clientWindowLines(rows: readonly ClientWindowRow[]): readonly ClientWindowLine[] {
  const groups = Map.groupBy(rows, ({ client, model }) => `${model} ${client}`)
  return [...groups.values()].map(of => {
    const { client, model } = of[0]!
    return { client, model, text: textOf(of) }
  })
}

function textOf(rows: readonly ClientWindowRow[]): string {
  const all = rows.find(({ conversation }) => conversation === null)
  const shown = (all === undefined ? rows : [all]).toSorted((a, b) => a.tokens - b.tokens)
  const tokens = new Set([shown[0]!, shown.at(-1)!].map(row => formatNumber(row.tokens)))
  const size = `${[...tokens].join(' to ')} of ${formatNumber(shown[0]!.window)} tokens`
  const learnt = pluralize(rows.filter(({ conversation }) => conversation !== null).length, 'conversation')
  const until = shown.reduce((latest, { until }) => (until > latest ? until : latest), '')
  const when = `on ${new Date(until).toLocaleDateString('en', { weekday: 'long' })} at ${formatTime(until)}`
  return `${size}${all === undefined ? '' : ' in every conversation'}, learnt from ${learnt}. Forgotten ${when} unless seen again.`
}
