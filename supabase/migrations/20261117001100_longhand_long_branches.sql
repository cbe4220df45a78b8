-- What the view at a place reads: all depths, without what the compaction in force hides, with what is protected. Where
-- nothing is hidden there may be any number of entries, more than one statement could read in time: the first are
-- answered, and the place whose `rest` is to be read by the page.
create or replace function longhand.read_branch(p_owner uuid, p_conversation uuid, p_line int, p_depth int) returns json
language plpgsql stable set search_path = '' as $$
declare
  c longhand.conversations;
  v_line int; v_depth int; v_rest json; v_in_force int; v_hidden int4multirange; v_shown int4multirange; v_marks int[]; v_entries json;
begin
  perform longhand.act_as(p_owner);
  c := longhand.read_conversation(p_conversation);
  select line, depth into v_line, v_depth from longhand.check_place(c, p_line, p_depth);
  v_in_force := (select in_force from longhand.values_at(c.id, v_line, v_depth));
  if v_in_force is null then
    select json_agg(longhand.entry_json(e) order by e.depth) into v_entries from longhand.read_range(c.id, v_line, 1, least(v_depth, 1000)) e;
    if v_depth > 1000 then v_rest := json_build_object('line', v_line, 'depth', v_depth); end if;
  else
    select hidden into v_hidden from longhand.entries
    where conversation = c.id and line = longhand.source_of(c.id, v_line, v_in_force) and depth = v_in_force;
    -- A protection holds until a later one covers any of the same messages.
    with protections as (
      select e.depth, e.span, e.action from longhand.segments g
      join longhand.entries e on e.conversation = c.id and e.line = g.source and e.type = 'protection'
        and e.depth between g.lo and least(g.hi, v_depth)
      where g.conversation = c.id and g.line = v_line)
    select coalesce(range_agg(span), '{}'), array_agg(depth) into v_shown, v_marks from protections w
    where action = 'protect' and not exists (select from protections later where later.depth > w.depth and later.span && w.span);
    v_marks := v_marks || v_in_force;
    v_shown := int4multirange(int4range(1, v_depth + 1)) - v_hidden + v_shown
      + (select range_agg(int4range(m, m, '[]')) from unnest(v_marks) m);
    -- In this order, and with the type looked at last: before it has seen the tables, the planner would take the index
    -- of messages by number, or none, and read all of the line for each stretch.
    select json_agg(longhand.entry_json(e) order by e.depth) filter (where e.type = 'message' or e.depth = any(v_marks))
    into v_entries from unnest(v_shown) s
    join longhand.segments g on g.conversation = c.id and g.line = v_line and g.lo < upper(s) and g.hi >= lower(s)
    cross join lateral (
      select r.* from longhand.entries r
      where r.conversation = c.id and r.line = g.source
        and r.depth >= greatest(g.lo, lower(s)) and r.depth <= least(g.hi, upper(s) - 1)
      order by r.conversation, r.line, r.depth limit 2147483647) e;
  end if;
  return json_build_object('conversation', longhand.conversation_json(c), 'entries', coalesce(v_entries, '[]'), 'rest', v_rest);
end $$;
