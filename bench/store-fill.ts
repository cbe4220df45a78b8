import { randomUUID } from 'node:crypto'

/** Runs SQL that may take minutes. */
export type RunSql = (text: string) => Promise<unknown>

/** A conversation to fill: its id and how many messages it holds. */
export type Filled = { readonly id: string; readonly messages: number }

/**
 * Many conversations of many lengths, written by the database itself. Each has a compaction in force that leaves 150
 * messages in the view, as a real one would.
 */
export async function fill(run: RunSql, owner: string, entries: number): Promise<readonly Filled[]> {
  const filled = lengths(entries).map(messages => ({ id: randomUUID(), messages }))
  await run(hasty)
  await run(pool)
  await run('drop index longhand.words_found')
  for (const batch of chunks(filled)) {
    await run(batch.map(({ id, messages }) => conversation(id, owner, messages)).join(';'))
  }
  await run('create index words_found on longhand.words using gin (words) with (gin_pending_list_limit = 256)')
  await run('drop table longhand_pool')
  await run('vacuum analyze')
  return filled
}

/** One of 100,000, ten of 10,000, a hundred of 1,000, and the rest in conversations of about 800. */
function lengths(entries: number): readonly number[] {
  const scale = entries / 1_000_000
  const some = [
    [1, 100_000],
    [10 * scale, 10_000],
    [100 * scale, 1_000],
    [889 * scale, 787],
  ] as const
  return some.flatMap(([count, messages]) =>
    Array.from({ length: Math.ceil(count) }, () =>
      Math.ceil(messages === 100_000 ? messages * Math.min(1, scale * 4) : messages),
    ),
  )
}

function chunks(filled: readonly Filled[]): readonly (readonly Filled[])[] {
  const found: Filled[][] = [[]]
  for (const each of filled) {
    const last = found.at(-1)!
    if (last.reduce((sum, { messages }) => sum + messages, 0) < 10_000) last.push(each)
    else found.push([each])
  }
  return found
}

/** What is written here is right by construction: references need no checking, and nothing need survive a crash. */
const hasty = `
  set session_replication_role = replica;
  set synchronous_commit = off;
  set maintenance_work_mem = '256MB'`

/** Two thousand texts of sixty words out of twenty thousand, some 400 bytes each. */
const pool = `
  create table longhand_pool as
  select n, text, strip(to_tsvector('simple', text)) as words from (
    select n, string_agg('word' || (abs(hashint4(n * 61 + w)) % 20000), ' ') as text
    from generate_series(0, 1999) n, generate_series(1, 40) w group by n) t;
  create unique index on longhand_pool (n)`

const shown = 150

/** One conversation: messages, then a compaction of all but the newest, then those. */
function conversation(id: string, owner: string, messages: number): string {
  const depth = messages + 1
  const mark = Math.max(messages - shown, 2) + 1
  return `
    insert into longhand.conversations (id, owner, kind, title, settings, line, depth, entry, number, turns, tokens, compaction, preview_role, preview, lines, bytes, created_at, updated_at)
    values ('${id}', '${owner}', 'chat', 'Conversation of ${messages}', '{}', 1, ${depth}, 'm${depth}', ${messages}, ${Math.ceil(messages / 2)}, ${messages * 100}, 'm${mark}', 'user', 'hello', 1, ${messages * 450}, longhand.clock(), longhand.clock());
    insert into longhand.lines values ('${id}', 1, '${owner}', null, 0, ${depth}, longhand.clock());
    insert into longhand.segments values ('${id}', 1, 1, 2147483647, 1, '${owner}');
    insert into longhand.entries (conversation, line, depth, owner, id, type, number, turns, sum, in_force, tokens, role, preview, version, hidden, body, at)
    select '${id}', 1, d, '${owner}', 'm' || d, case when d = ${mark} then 'compaction' else 'message' end,
      number, (number + 1) / 2, number * 100, case when d >= ${mark} then ${mark} end, case when d = ${mark} then 0 else 100 end,
      case when d = ${mark} then null when number % 2 = 1 then 'user' else 'assistant' end, left(p.text, 120),
      case when d = ${mark} then 1 end, case when d = ${mark} then '{[2,${mark - 1}]}'::int4multirange end,
      case when d = ${mark}
        then json_build_object('version', 1, 'base', null, 'edits', null, 'folds', json_build_array(json_build_object('type', 'summary',
          'span', json_build_object('from', 2, 'to', ${mark - 1}), 'kept', '[]'::json, 'text', p.text, 'tag', 'summary', 'count', 100)))
        else json_build_object('role', case when number % 2 = 1 then 'user' else 'assistant' end,
          'parts', json_build_array(json_build_object('type', 'text', 'text', p.text))) end,
      longhand.clock()
    from generate_series(1, ${depth}) d
    cross join lateral (select d - (d >= ${mark})::int as number) numbered
    join longhand_pool p on p.n = d % 2000;
    insert into longhand.words (conversation, line, depth, owner, words)
    select '${id}', 1, d, '${owner}', longhand.marked('${owner}', p.words) from generate_series(1, ${depth}) d join longhand_pool p on p.n = d % 2000 where d <> ${mark}`
}
