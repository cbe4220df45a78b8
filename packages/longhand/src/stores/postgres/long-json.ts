import { isLongJson } from '../../engine/long-work/parse-long-json.ts'
import type { RunTask } from '../../engine/long-work/run-task.ts'
import { yieldToEventLoop } from '../../engine/long-work/yield-to-event-loop.ts'
import type { Driver } from './driver.ts'

/** JSON of the database that is too long to be parsed while others wait. */
class LongJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** The types of `pg`, except that long JSON stays text. */
export const typesWithLongJson = ({ builtins, getTypeParser }: Types): Pick<Types, 'getTypeParser'> => ({
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === builtins.JSON || oid === builtins.JSONB ? readJson : getTypeParser(oid, format)) as typeof getTypeParser,
})

type Types = Driver['types']

const readJson = (text: string): unknown => (isLongJson(text) ? new LongJson(text) : JSON.parse(text))

/** Rows whose long JSON is parsed in threads. */
export async function parsedRows(rows: Row[], runTask: RunTask): Promise<Row[]> {
  for (const row of rows)
    for (const [name, value] of Object.entries(row))
      if (value instanceof LongJson) {
        // Reading it took a while already.
        await yieldToEventLoop()
        row[name] = await runTask('parseJson', value.text)
      }
  return rows
}

type Row = Record<string, unknown>
