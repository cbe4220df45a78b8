-- Where a writer who last saw `p_after` writes: at the head while nothing was said since, else in a place of their own.
create function longhand.place_after(c longhand.conversations, p_after text, p_speaks boolean, out line int, out depth int)
language plpgsql stable as $$
declare seen record; on_branch boolean;
begin
  line := c.line;
  depth := c.depth;
  if p_after is null then return; end if;
  if p_after = '' then
    select c.line as line, 0 as depth, 0 as number into seen;
    on_branch := true;
  else
    select e.line, e.depth, e.number into seen from longhand.entries e where e.conversation = c.id and e.id = p_after;
    if not found then raise exception 'no such entry' using errcode = 'LH404'; end if;
    on_branch := seen.depth <= c.depth and longhand.source_of(c.id, c.line, seen.depth) = seen.line;
  end if;
  if on_branch and (seen.number = c.number or not p_speaks) then return; end if;
  if not p_speaks then raise exception 'the head has left this branch' using errcode = 'LH412'; end if;
  if not on_branch then line := seen.line; end if;
  -- A compaction or protection right after what the writer saw still holds for what they write.
  depth := coalesce(longhand.depth_of(c.id, line, seen.number + 1) - 1,
    (select tip from longhand.lines l where l.conversation = c.id and l.line = place_after.line));
end $$;

-- Lays entries down after a place of a line, with their running values. What an undo, a redo or a compaction brings into
-- force is decided here, once. Entries without a time of their own get this one.
create function longhand.lay(c longhand.conversations, p_line int, p_depth int, p_entries jsonb, p_at timestamptz,
  out depth int, out bytes bigint, out role text, out preview text, out places json[],
  out number int, out turns int, out sum bigint, out in_force int, out undone int[])
language plpgsql as $$
declare x record; named record;
begin
  select s.number, s.turns, s.sum, s.in_force, s.undone into number, turns, sum, in_force, undone
  from longhand.standing_at(c.id, p_line, p_depth) s;
  number := coalesce(number, 0);
  turns := coalesce(turns, 0);
  sum := coalesce(sum, 0);
  depth := p_depth;
  bytes := 0;
  for x in
    select * from jsonb_to_recordset(p_entries) as (id text, type text, role text, tokens int, preview text, words text,
      ref text, version int, hidden int4multirange, span int4range, wish text, body text, about text, at bigint)
  loop
    depth := depth + 1;
    bytes := bytes + octet_length(x.body);
    if x.type = 'message' then
      number := number + 1;
      sum := sum + x.tokens;
      if x.role = 'user' then turns := turns + 1; end if;
      if x.preview is not null then
        role := x.role;
        preview := x.preview;
      end if;
    elsif x.type <> 'protection' then
      select * into named from longhand.standing_at(c.id, p_line, in_force);
      if x.type = 'compaction' then
        if x.ref is distinct from named.id then
          raise exception 'another compaction is in force' using errcode = 'LH412';
        end if;
        in_force := depth;
        undone := null;
      elsif x.type = 'undo' and x.ref = named.id then
        undone := undone || in_force;
        in_force := (select e.depth from longhand.entries e where e.conversation = c.id and e.id = named.ref);
      elsif x.type = 'redo' then
        select * into named from longhand.standing_at(c.id, p_line, undone[cardinality(undone)]);
        if x.ref = named.id then
          in_force := undone[cardinality(undone)];
          undone := nullif(undone[:cardinality(undone) - 1], '{}');
        end if;
      end if;
    end if;
    insert into longhand.entries (conversation, line, depth, owner, id, type, number, turns, sum, in_force, undone,
      tokens, role, preview, ref, version, hidden, span, wish, body, about, at)
    values (c.id, p_line, lay.depth, c.owner, x.id, x.type, lay.number, lay.turns, lay.sum, lay.in_force, lay.undone,
      coalesce(x.tokens, 0), x.role, x.preview, x.ref, x.version, x.hidden, x.span, x.wish, x.body::json, x.about::json,
      coalesce(longhand.instant(x.at), p_at));
    places := places || json_build_object('line', p_line, 'depth', depth, 'number', number, 'at', longhand.ms(p_at));
    if x.words <> '' then
      insert into longhand.words (conversation, line, depth, owner, words)
      values (c.id, p_line, lay.depth, c.owner, strip(to_tsvector('simple', x.words)));
    end if;
  end loop;
  update longhand.lines l set tip = lay.depth where l.conversation = c.id and l.line = p_line;
end $$;

-- Writes entries into a locked conversation.
create function longhand.write(c longhand.conversations, p_entries jsonb, p_after text, p_head text) returns json
language plpgsql as $$
declare
  at_head boolean; place record; laid record; v_line int; v_stirs int := 0;
  v_ids text[] := array(select jsonb_array_elements(p_entries)->>'id');
  v_speaks boolean := p_entries @? '$[*] ? (@.type == "message")';
  v_steers boolean := p_entries @? '$[*] ? (@.type != "message")';
begin
  if exists (select from longhand.entries where conversation = c.id and id = any (v_ids)) then
    perform longhand.check_repeated(c.id, p_entries);
    return json_build_object('outcome', 'repeated', 'conversation', longhand.conversation_json(c), 'places', (
      select json_agg(json_build_object('line', e.line, 'depth', e.depth, 'number', e.number, 'at', longhand.ms(e.at))
        order by array_position(v_ids, e.id))
      from longhand.entries e where e.conversation = c.id and e.id = any (v_ids)));
  end if;

  select * into place from longhand.place_after(c, p_after, v_speaks);
  at_head := place.line = c.line and place.depth = c.depth;
  if v_steers then
    if p_entries @? '$[*] ? (@.type == "undo")' then
      perform longhand.save_checkpoint(c, 'before-restore', 'Before undo', '{}', null);
    end if;
    v_stirs := longhand.stirs(c.id, p_entries)::int;
  end if;
  v_line := place.line;
  if v_line = 0 or place.depth < (select tip from longhand.lines l where l.conversation = c.id and l.line = v_line) then
    v_line := longhand.start_line(c, v_line, place.depth);
  end if;
  select * into laid from longhand.lay(c, v_line, place.depth, p_entries, longhand.clock());

  if at_head then
    if v_steers then
      c.compaction := (select id from longhand.standing_at(c.id, v_line, laid.in_force));
      c.undone := (select id from longhand.standing_at(c.id, v_line, laid.undone[cardinality(laid.undone)]));
    end if;
    update longhand.conversations k set
      line = v_line, depth = laid.depth, entry = v_ids[cardinality(v_ids)], number = laid.number, turns = laid.turns, tokens = laid.sum,
      compaction = c.compaction, undone = c.undone,
      preview_role = coalesce(laid.role, k.preview_role), preview = coalesce(laid.preview, k.preview),
      bytes = k.bytes + laid.bytes, epoch = k.epoch + v_stirs, version = k.version + 1, updated_at = longhand.clock()
    where k.id = c.id returning * into c;
  else
    update longhand.conversations set bytes = bytes + laid.bytes, epoch = epoch + v_stirs, version = version + 1,
      updated_at = longhand.clock()
    where id = c.id returning * into c;
    if p_head <> 'stays' then c := longhand.stand_at(c.id, v_line, laid.depth); end if;
  end if;
  perform longhand.announce(c, 'entries');
  return json_build_object('outcome', case when at_head then 'appended' else 'forked' end,
    'conversation', longhand.conversation_json(c), 'places', laid.places);
end $$;

-- An id that is here already must mean the same words.
create function longhand.check_repeated(p_conversation uuid, p_entries jsonb) returns void language plpgsql stable as $$
begin
  if (select count(*) from jsonb_to_recordset(p_entries) as i (id text, type text, body text)
      join longhand.entries e on e.conversation = p_conversation and e.id = i.id and e.type = i.type and e.body::text = i.body
     ) < jsonb_array_length(p_entries) then
    raise exception 'another entry has this id' using errcode = 'LH409';
  end if;
end $$;

-- Whether a protection among the entries may spoil a compaction: not when it is outside the span of one that is being made.
create function longhand.stirs(p_conversation uuid, p_entries jsonb) returns boolean language plpgsql stable as $$
begin
  return exists (
    select from jsonb_to_recordset(p_entries) as x (type text, span int4range)
    where x.type = 'protection' and not exists (
      select from longhand.compactions j
      where j.conversation = p_conversation and j.status in ('pending', 'running', 'ready') and j.span << x.span));
end $$;

create function longhand.append(p_owner uuid, p_conversation uuid, p_entries jsonb, p_after text, p_head text) returns json
language plpgsql as $$
begin
  perform longhand.act_as(p_owner);
  return longhand.write(longhand.lock_conversation(p_conversation), p_entries, p_after, p_head);
end $$;

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
  v_in_force := (select in_force from longhand.standing_at(c.id, v_line, v_depth));
  if v_in_force is null then
    select json_agg(longhand.entry_json(e) order by e.depth) into v_entries from longhand.read_range(c.id, v_line, 1, v_depth) e;
  else
    select hidden into v_hidden from longhand.entries
    where conversation = c.id and line = longhand.source_of(c.id, v_line, v_in_force) and depth = v_in_force;
    -- A protection holds until a later one is about any of the same messages.
    with wishes as (
      select e.depth, e.span, e.wish from longhand.segments g
      join longhand.entries e on e.conversation = c.id and e.line = g.source and e.type = 'protection'
        and e.depth between g.lo and least(g.hi, v_depth)
      where g.conversation = c.id and g.line = v_line)
    select coalesce(range_agg(span), '{}'), array_agg(depth) into v_shown, v_marks from wishes w
    where wish = 'protect' and not exists (select from wishes later where later.depth > w.depth and later.span && w.span);
    v_shown := int4multirange(int4range(1, v_depth + 1)) - v_hidden + v_shown;
    v_marks := v_marks || v_in_force;
    select json_agg(longhand.entry_json(e) order by e.depth) into v_entries from (
      select r.* from unnest(v_shown) s
      cross join lateral longhand.read_range(c.id, v_line, lower(s), upper(s) - 1) r
      where r.type = 'message'
      union all
      select r.* from unnest(v_marks) m
      cross join lateral longhand.read_range(c.id, v_line, m, m) r) e;
  end if;
  return json_build_object('conversation', longhand.conversation_json(c), 'entries', coalesce(v_entries, '[]'));
end $$;

-- A place that exists, on the line that holds it; the head when none is given.
create function longhand.check_place(c longhand.conversations, p_line int, p_depth int, out line int, out depth int)
language plpgsql stable as $$
begin
  line := c.line;
  depth := c.depth;
  if p_line is null or (p_line = c.line and p_depth = c.depth) then return; end if;
  if p_depth < 0 or p_depth > (select l.tip from longhand.lines l where l.conversation = c.id and l.line = p_line) is not false then
    raise exception 'no such place' using errcode = 'LH404';
  end if;
  line := coalesce(longhand.source_of(c.id, p_line, nullif(p_depth, 0)), p_line);
  depth := p_depth;
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
  select * into a from longhand.standing_at(c.id, place.line, least(p_from - 1, place.depth));
  select * into b from longhand.standing_at(c.id, place.line, least(p_to, place.depth));
  return json_build_object(
    'messages', greatest(coalesce(b.number, 0) - coalesce(a.number, 0), 0),
    'turns', greatest(coalesce(b.turns, 0) - coalesce(a.turns, 0), 0),
    'tokens', greatest(coalesce(b.sum, 0) - coalesce(a.sum, 0), 0));
end $$;

create function longhand.search_entries(p_owner uuid, p_words text, p_conversation uuid, p_limit int) returns json
language plpgsql as $$
begin
  perform longhand.act_to_search();
  return coalesce((
    select json_agg(json_build_object('conversation', e.conversation, 'title', c.title, 'entry', e.id,
      'place', json_build_object('line', e.line, 'depth', e.depth), 'number', e.number, 'role', e.role,
      'preview', coalesce(e.preview, ''), 'at', longhand.ms(e.at)) order by e.at desc, e.depth desc)
    from (
      select w.conversation, w.line, w.depth from longhand.words w
      join longhand.conversations k on k.id = w.conversation and k.deleted_at is null and not k.importing
      where w.owner = p_owner and w.words @@ longhand.query_of(p_words)
        and (p_conversation is null or w.conversation = p_conversation)
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
      'messages', coalesce(s.number, 0), 'preview', coalesce(said.preview, ''),
      'at', longhand.ms(coalesce(newest.at, l.at)), 'current', l.line = c.line) order by l.line desc)
    from longhand.lines l
    cross join lateral longhand.standing_at(c.id, l.line, l.tip) s
    left join lateral (select at from longhand.entries e where e.conversation = c.id and e.line = l.line and e.depth = l.tip) newest on true
    left join lateral (
      select e.preview from longhand.entries e
      where e.conversation = c.id and e.line = l.line and e.depth > l.forked and e.preview is not null
      order by e.depth desc limit 1) said on true
    where l.conversation = c.id), '[]');
end $$;

-- Stands somewhere else, after saving where one was. `fork`: on a line of its own.
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
  c := longhand.stand_at(c.id, v_line, place.depth);
  perform longhand.announce(c, 'head');
  return longhand.conversation_json(c);
end $$;
