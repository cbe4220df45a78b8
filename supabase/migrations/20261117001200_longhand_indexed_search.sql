-- A search that asks the index of all words reads what matches and nothing else.

-- The depths that match, by line. Only the index of words may be read: Postgres would take the numbers of all messages of a
-- conversation beside it, or all words in their order, where it does not know yet how many there are.
create function longhand.matching_depths(p_conversation uuid) returns table (conversation uuid, line int, depths int[])
language plpgsql stable set enable_indexscan = off set enable_indexonlyscan = off set enable_seqscan = off as $$
begin
  return query
    select w.conversation, w.line, array_agg(w.depth) from longhand.words w
    -- As text, so that no other index fits.
    where p_conversation is null or w.conversation::text = p_conversation::text
    group by w.conversation, w.line;
end $$;

-- Of each line only the newest matches can be among the newest of all, so the others are not looked up. One look for each:
-- where Postgres does not know yet how many entries there are, it would join all of them.
create or replace function longhand.indexed_hits(p_conversation uuid, p_limit int) returns longhand.hit[]
language plpgsql stable as $$
begin
  return array(
    select (n.conversation, n.line, n.depth, n.at)::longhand.hit
    from (
      select m.conversation, m.line, d.depth, (
        select e.at from longhand.entries e
        where e.conversation = m.conversation and e.line = m.line and e.depth = d.depth) as at
      from longhand.matching_depths(p_conversation) m
      cross join lateral (select u from unnest(m.depths) u order by u desc limit p_limit) as d(depth)
      where (select k.deleted_at is null and not k.importing from longhand.conversations k where k.id = m.conversation)) n
    order by n.at desc, n.depth desc limit p_limit);
end $$;

revoke execute on function longhand.matching_depths(uuid) from public;
grant execute on function longhand.matching_depths(uuid) to authenticated, service_role;
