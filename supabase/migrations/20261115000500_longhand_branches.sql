-- Reading a branch, and moving the head.

-- What the view at a place reads: all depths, without what the compaction in force hides, with what is protected.
create function longhand.read_branch(p_owner uuid, p_conversation uuid, p_line int, p_depth int) returns json
language plpgsql stable as $$
declare
  c longhand.conversations;
  v_line int; v_depth int; v_in_force int; v_hidden int4multirange; v_shown int4multirange; v_marks int[]; v_entries json;
begin
  perform longhand.act_as(p_owner);
  c := longhand.read_conversation(p_conversation);
  select line, depth into v_line, v_depth from longhand.check_place(c, p_line, p_depth);
  v_in_force := (select in_force from longhand.values_at(c.id, v_line, v_depth));
  if v_in_force is null then
    select json_agg(longhand.entry_json(e) order by e.depth) into v_entries from longhand.read_range(c.id, v_line, 1, v_depth) e;
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
  return json_build_object('conversation', longhand.conversation_json(c), 'entries', coalesce(v_entries, '[]'));
end $$;

-- Every depth holds one entry, so a page is a range.
create function longhand.read_page(p_owner uuid, p_conversation uuid, p jsonb) returns json
language plpgsql stable as $$
declare
  c longhand.conversations; place record;
  v_before int; v_after int; v_from int; v_to int; v_limit int := (p->>'limit')::int;
begin
  perform longhand.act_as(p_owner);
  c := longhand.read_conversation(p_conversation);
  select * into place from longhand.check_place(c, (p->'at'->>'line')::int, (p->'at'->>'depth')::int);
  v_before := coalesce((p->'before'->>'depth')::int, longhand.depth_of(c.id, place.line, (p->'before'->>'number')::int));
  v_after := coalesce((p->'after'->>'depth')::int, longhand.depth_of(c.id, place.line, (p->'after'->>'number')::int));
  -- Before or after a number that is not there: everything, or nothing.
  if p ? 'before' and v_before is null then v_before := place.depth + 1; end if;
  if p ? 'after' and v_after is null then v_after := case when (p->'after'->>'number')::int < 1 then 0 else place.depth end; end if;
  if v_after is not null then
    v_from := greatest(v_after + 1, 1);
    v_to := least(v_from + v_limit - 1, coalesce(v_before, place.depth + 1) - 1, place.depth);
  else
    v_to := least(coalesce(v_before, place.depth + 1) - 1, place.depth);
    v_from := greatest(v_to - v_limit + 1, 1);
  end if;
  return json_build_object(
    'entries', coalesce((
      select json_agg(longhand.entry_json(e) order by e.depth) from longhand.read_range(c.id, place.line, v_from, v_to) e), '[]'),
    'more', case when v_after is not null then v_to < least(coalesce(v_before, place.depth + 1) - 1, place.depth) else v_from > 1 end);
end $$;

create function longhand.find_entries(p_owner uuid, p_conversation uuid, p_ids text[]) returns json
language plpgsql stable as $$
begin
  perform longhand.act_as(p_owner);
  return coalesce((
    select json_agg(longhand.entry_json(e) order by array_position(p_ids, e.id))
    from longhand.entries e
    where e.conversation = (longhand.read_conversation(p_conversation)).id and e.id = any (p_ids)), '[]');
end $$;

-- Running values make the totals of any span one subtraction.
create function longhand.read_totals(p_owner uuid, p_conversation uuid, p_from int, p_to int, p_line int, p_depth int) returns json
language plpgsql stable as $$
declare c longhand.conversations; place record; a record; b record;
begin
  perform longhand.act_as(p_owner);
  c := longhand.read_conversation(p_conversation);
  select * into place from longhand.check_place(c, p_line, p_depth);
  select * into a from longhand.values_at(c.id, place.line, least(p_from - 1, place.depth));
  select * into b from longhand.values_at(c.id, place.line, least(p_to, place.depth));
  return json_build_object(
    'messages', greatest(coalesce(b.number, 0) - coalesce(a.number, 0), 0),
    'turns', greatest(coalesce(b.turns, 0) - coalesce(a.turns, 0), 0),
    'tokens', greatest(coalesce(b.sum, 0) - coalesce(a.sum, 0), 0));
end $$;

create function longhand.search_entries(p_owner uuid, p_words text, p_conversation uuid, p_limit int) returns json
language plpgsql as $$
begin
  perform longhand.act_to_search(p_owner, p_words);
  return coalesce((
    select json_agg(json_build_object('conversation', e.conversation, 'title', c.title, 'entry', e.id,
      'place', json_build_object('line', e.line, 'depth', e.depth), 'number', e.number, 'role', e.role,
      'preview', coalesce(e.preview, ''), 'at', longhand.ms(e.at)) order by e.at desc, e.depth desc)
    from (
      select w.conversation, w.line, w.depth from longhand.words w
      join longhand.conversations k on k.id = w.conversation and k.deleted_at is null and not k.importing
      where w.owner = p_owner and (p_conversation is null or w.conversation = p_conversation)
      order by (select at from longhand.entries t where t.conversation = w.conversation and t.line = w.line and t.depth = w.depth) desc,
        w.depth desc
      limit p_limit) w
    join longhand.entries e on e.conversation = w.conversation and e.line = w.line and e.depth = w.depth
    join longhand.conversations c on c.id = e.conversation), '[]');
end $$;

create function longhand.list_branches(p_owner uuid, p_conversation uuid) returns json
language plpgsql stable as $$
declare c longhand.conversations;
begin
  perform longhand.act_as(p_owner);
  c := longhand.read_conversation(p_conversation);
  return coalesce((
    select json_agg(json_build_object(
      'tip', json_build_object('line', l.line, 'depth', l.tip),
      'from', case when l.parent is not null then json_build_object('line', l.parent, 'depth', l.forked) end,
      'messages', coalesce(s.number, 0), 'preview', coalesce(spoken.preview, ''),
      'at', longhand.ms(coalesce(newest.at, l.at)), 'current', l.line = c.line) order by l.line desc)
    from longhand.lines l
    cross join lateral longhand.values_at(c.id, l.line, l.tip) s
    left join lateral (select at from longhand.entries e where e.conversation = c.id and e.line = l.line and e.depth = l.tip) newest on true
    left join lateral (
      select e.preview from longhand.entries e
      where e.conversation = c.id and e.line = l.line and e.depth > l.forked and e.preview is not null
      order by e.depth desc limit 1) spoken on true
    where l.conversation = c.id), '[]');
end $$;

-- Moves the head, after saving a checkpoint of where it was. `fork`: onto a new line.
create function longhand.move_head(p_owner uuid, p_conversation uuid, p_line int, p_depth int, p_how text) returns json
language plpgsql as $$
declare c longhand.conversations; place record; v_line int;
begin
  perform longhand.act_as(p_owner);
  c := longhand.lock_conversation(p_conversation);
  select * into place from longhand.check_place(c, p_line, p_depth);
  v_line := place.line;
  perform longhand.save_checkpoint(c, 'before-restore', case p_how when 'fork' then 'Before fork' else 'Before moving' end, '{}', null);
  if p_how = 'fork' then v_line := longhand.start_line(c, place.line, place.depth); end if;
  c := longhand.set_head(c.id, v_line, place.depth);
  perform longhand.announce(c, 'head');
  return longhand.conversation_json(c);
end $$;
