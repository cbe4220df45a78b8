import type { TestDatabase } from './database.ts'

/** How many pages of the database an operation touches. Unlike time, it does not depend on the machine. */
export async function pagesTouched(database: TestDatabase, call: string): Promise<number> {
  const explain = `explain (analyze, buffers, format json) select longhand.${call}`
  // The first call reads the catalog too, and makes its plan.
  for (let warm = 0; warm < 6; warm++) await database.run(`begin; ${explain}; rollback`)
  const [row] = (await database.run(`begin; ${explain}`)) as { 'QUERY PLAN': Plan }[]
  await database.run('rollback')
  const { Plan } = row!['QUERY PLAN'][0]!
  return Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']
}

type Plan = readonly { readonly Plan: Readonly<Record<'Shared Hit Blocks' | 'Shared Read Blocks', number>> }[]
