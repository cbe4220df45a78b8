-- Each of the two commits of a turn writes its conversation's row once and reads it back once, with few statements: most
-- of what the database computes for a turn is starting and ending statements. A function that is assigned needs no
-- statement of its own; one that is selected from does.

create or replace function longhand.act_as(p_owner uuid) returns void language plpgsql set search_path = '' as $$
declare v_ignored text;
begin
  v_ignored := set_config('request.jwt.claims', json_build_object('sub', p_owner, 'role', 'authenticated')::text, true)
    || set_config('role', 'authenticated', true) || set_config('jit', 'off', true);
end $$;

create type longhand.entry_row as (id text, type text, role text, tokens int, preview text, words text, ref text, version int,
  hidden int4multirange, span int4range, action text, body text, about text, at bigint);

-- Inserts entries after a place of a line, with their running values. Which compaction is in force after an undo, a redo
-- or a compaction is decided only here. Entries without a time get `p_at`. The line's tip is the caller's.
create function longhand.add_entries(c longhand.conversations, p_line int, p_depth int, p_entries jsonb, p_at timestamptz,
  out depth int, out bytes bigint, out role text, out preview text, out places json[],
  out number int, out turns int, out sum bigint, out in_force int, out undone int[])
language plpgsql as $$
declare x longhand.entry_row; named record; together record;
begin
  number := 0;
  turns := 0;
  sum := 0;
  if p_line = c.line and p_depth = c.depth and c.compaction is null and c.undone is null then
    -- The conversation has the values of its head.
    number := c.number;
    turns := c.turns;
    sum := c.tokens;
  elsif p_depth > 0 then
    named := longhand.values_at(c.id, p_line, p_depth);
    number := coalesce(named.number, 0);
    turns := coalesce(named.turns, 0);
    sum := coalesce(named.sum, 0);
    in_force := named.in_force;
    undone := named.undone;
  end if;
  depth := p_depth;
  bytes := 0;
  if jsonb_array_length(p_entries) > 2 and not p_entries @? '$[*] ? (@.type != "message")' then
    together := longhand.insert_messages(c, p_line, p_depth, p_entries, p_at, number, turns, sum, in_force, undone);
    depth := together.depth;
    bytes := together.bytes;
    role := together.role;
    preview := together.preview;
    places := together.places;
    number := together.number;
    turns := together.turns;
    sum := together.sum;
    return;
  end if;
  for at in 0 .. jsonb_array_length(p_entries) - 1 loop
    x := jsonb_populate_record(null::longhand.entry_row, p_entries->at);
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
      named := longhand.values_at(c.id, p_line, in_force);
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
        named := longhand.values_at(c.id, p_line, undone[cardinality(undone)]);
        if x.ref = named.id then
          in_force := undone[cardinality(undone)];
          undone := nullif(undone[:cardinality(undone) - 1], '{}');
        end if;
      end if;
    end if;
    insert into longhand.entries (conversation, line, depth, owner, id, type, number, turns, sum, in_force, undone,
      tokens, role, preview, ref, version, hidden, span, action, body, about, at)
    values (c.id, p_line, add_entries.depth, c.owner, x.id, x.type, add_entries.number, add_entries.turns, add_entries.sum,
      add_entries.in_force, add_entries.undone, coalesce(x.tokens, 0), x.role, x.preview, x.ref, x.version, x.hidden, x.span, x.action,
      x.body::json, x.about::json, coalesce(longhand.instant(x.at), p_at));
    places := places || json_build_object('line', p_line, 'depth', depth, 'number', number, 'at', longhand.ms(p_at));
    if x.words <> '' then
      insert into longhand.words (conversation, line, depth, owner, words)
      values (c.id, p_line, add_entries.depth, c.owner, strip(to_tsvector('simple', x.words)));
    end if;
  end loop;
end $$;

create or replace function longhand.insert_entries(c longhand.conversations, p_line int, p_depth int, p_entries jsonb, p_at timestamptz,
  out depth int, out bytes bigint, out role text, out preview text, out places json[],
  out number int, out turns int, out sum bigint, out in_force int, out undone int[])
language plpgsql as $$
declare added record;
begin
  added := longhand.add_entries(c, p_line, p_depth, p_entries, p_at);
  depth := added.depth;
  bytes := added.bytes;
  update longhand.lines l set tip = insert_entries.depth where l.conversation = c.id and l.line = p_line;
end $$;

-- What a turn changes of its conversation beside its entries: its title if it has none, settings, status.
create function longhand.change(p_conversation uuid, p jsonb) returns longhand.conversations language plpgsql as $$
declare c longhand.conversations;
begin
  update longhand.conversations set title = coalesce(title, p->>'title'), settings = coalesce((p->>'settings')::json, settings),
    status = coalesce((p->>'status')::json, status), version = version + 1, changed_at = longhand.clock()
  where id = p_conversation returning * into c;
  return c;
end $$;

-- Writes entries into a locked conversation, and what else a turn changes of it (`p`, see `change`) in the same update.
-- Entries that are there already are not written again.
create function longhand.put(inout c longhand.conversations, p_entries jsonb, p_after text, p_head text, p jsonb,
  out outcome text, out places json)
language plpgsql as $$
declare
  at_head boolean; place record; added record; v_line int; v_depth int; v_epochs int := 0; v_known boolean;
  v_at timestamptz := longhand.clock();
  v_ids text[] := array[p_entries->0->>'id'];
  v_count int := jsonb_array_length(p_entries);
  v_has_messages boolean := p_entries @? '$[*] ? (@.type == "message")';
  v_has_marks boolean := p_entries @? '$[*] ? (@.type != "message")';
begin
  if v_count = 0 then
    c := longhand.change(c.id, p);
    return;
  end if;
  -- The plan for one id can be kept, the one for several is made anew each time.
  v_known := exists (select from longhand.entries where conversation = c.id and id = v_ids[1]);
  if v_count > 1 then
    v_ids := array(select jsonb_array_elements(p_entries)->>'id');
    v_known := v_known or exists (select from longhand.entries where conversation = c.id and id = any (v_ids));
  end if;
  if v_known then
    perform longhand.check_repeated(c.id, p_entries);
    outcome := 'repeated';
    places := (
      select json_agg(json_build_object('line', e.line, 'depth', e.depth, 'number', e.number, 'at', longhand.ms(e.at))
        order by array_position(v_ids, e.id))
      from longhand.entries e where e.conversation = c.id and e.id = any (v_ids));
    if p is not null then c := longhand.change(c.id, p); end if;
    return;
  end if;

  v_line := c.line;
  v_depth := c.depth;
  -- Whoever saw the head writes there.
  if p_after is not null and p_after is distinct from c.entry then
    place := longhand.place_after(c, p_after, v_has_messages);
    v_line := place.line;
    v_depth := place.depth;
  end if;
  at_head := v_line = c.line and v_depth = c.depth;
  if v_has_marks then
    if p_entries @? '$[*] ? (@.type == "undo")' then
      perform longhand.save_checkpoint(c, 'before-restore', 'Before undo', '{}', null);
    end if;
    v_epochs := longhand.may_spoil_compaction(c.id, p_entries)::int;
  end if;
  -- Only the tip of a line grows; anywhere else another one starts.
  update longhand.lines l set tip = l.tip + v_count where l.conversation = c.id and l.line = v_line and l.tip = v_depth;
  if not found then
    v_line := longhand.start_line(c, v_line, v_depth);
    update longhand.lines l set tip = l.tip + v_count where l.conversation = c.id and l.line = v_line;
  end if;
  added := longhand.add_entries(c, v_line, v_depth, p_entries, v_at);
  places := array_to_json(added.places);

  if at_head then
    if v_has_marks then
      c.compaction := (select id from longhand.values_at(c.id, v_line, added.in_force));
      c.undone := (select id from longhand.values_at(c.id, v_line, added.undone[cardinality(added.undone)]));
    end if;
    update longhand.conversations k set
      line = v_line, depth = added.depth, entry = v_ids[v_count], number = added.number, turns = added.turns, tokens = added.sum,
      compaction = c.compaction, undone = c.undone,
      preview_role = coalesce(added.role, k.preview_role), preview = coalesce(added.preview, k.preview),
      title = coalesce(k.title, p->>'title'), settings = coalesce((p->>'settings')::json, k.settings),
      status = coalesce((p->>'status')::json, k.status),
      bytes = k.bytes + added.bytes, epoch = k.epoch + v_epochs, version = k.version + 1,
      updated_at = case when v_has_messages then v_at else k.updated_at end, changed_at = longhand.clock()
    where k.id = c.id returning * into c;
  else
    update longhand.conversations k set bytes = k.bytes + added.bytes, epoch = k.epoch + v_epochs,
      title = coalesce(k.title, p->>'title'), settings = coalesce((p->>'settings')::json, k.settings),
      status = coalesce((p->>'status')::json, k.status), version = k.version + 1,
      updated_at = case when v_has_messages then v_at else k.updated_at end, changed_at = longhand.clock()
    where k.id = c.id returning * into c;
    if p_head <> 'stays' then c := longhand.set_head(c.id, v_line, added.depth); end if;
  end if;
  outcome := case when at_head then 'appended' else 'forked' end;
end $$;

create or replace function longhand.write(c longhand.conversations, p_entries jsonb, p_after text, p_head text) returns json
language plpgsql as $$
declare written record;
begin
  written := longhand.put(c, p_entries, p_after, p_head, null);
  if written.outcome <> 'repeated' then perform longhand.announce(written.c, 'entries'); end if;
  return json_build_object('outcome', written.outcome, 'conversation', longhand.conversation_json(written.c), 'places', written.places);
end $$;
