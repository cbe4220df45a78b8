-- Writing entries: the one way into the tree.

-- Where a writer who last saw `p_after` writes: at the head if there is no newer message, otherwise in a new branch.
create function longhand.place_after(c longhand.conversations, p_after text, p_has_messages boolean, out line int, out depth int)
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
  if on_branch and (seen.number = c.number or not p_has_messages) then return; end if;
  if not p_has_messages then raise exception 'the head has left this branch' using errcode = 'LH412'; end if;
  if not on_branch then line := seen.line; end if;
  -- A compaction or protection right after what the writer saw still holds for what they write.
  depth := coalesce(longhand.depth_of(c.id, line, seen.number + 1) - 1,
    (select tip from longhand.lines l where l.conversation = c.id and l.line = place_after.line));
end $$;

-- Inserts entries after a place of a line, with their running values. Which compaction is in force after an undo, a redo
-- or a compaction is decided only here. Entries without a time get `p_at`.
create function longhand.insert_entries(c longhand.conversations, p_line int, p_depth int, p_entries jsonb, p_at timestamptz,
  out depth int, out bytes bigint, out role text, out preview text, out places json[],
  out number int, out turns int, out sum bigint, out in_force int, out undone int[])
language plpgsql as $$
declare x record; named record;
begin
  select s.number, s.turns, s.sum, s.in_force, s.undone into number, turns, sum, in_force, undone
  from longhand.values_at(c.id, p_line, p_depth) s;
  number := coalesce(number, 0);
  turns := coalesce(turns, 0);
  sum := coalesce(sum, 0);
  depth := p_depth;
  bytes := 0;
  for x in
    select * from jsonb_to_recordset(p_entries) as (id text, type text, role text, tokens int, preview text, words text,
      ref text, version int, hidden int4multirange, span int4range, action text, body text, about text, at bigint)
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
      select * into named from longhand.values_at(c.id, p_line, in_force);
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
        select * into named from longhand.values_at(c.id, p_line, undone[cardinality(undone)]);
        if x.ref = named.id then
          in_force := undone[cardinality(undone)];
          undone := nullif(undone[:cardinality(undone) - 1], '{}');
        end if;
      end if;
    end if;
    insert into longhand.entries (conversation, line, depth, owner, id, type, number, turns, sum, in_force, undone,
      tokens, role, preview, ref, version, hidden, span, action, body, about, at)
    values (c.id, p_line, insert_entries.depth, c.owner, x.id, x.type, insert_entries.number, insert_entries.turns, insert_entries.sum, insert_entries.in_force, insert_entries.undone,
      coalesce(x.tokens, 0), x.role, x.preview, x.ref, x.version, x.hidden, x.span, x.action, x.body::json, x.about::json,
      coalesce(longhand.instant(x.at), p_at));
    places := places || json_build_object('line', p_line, 'depth', depth, 'number', number, 'at', longhand.ms(p_at));
    if x.words <> '' then
      insert into longhand.words (conversation, line, depth, owner, words)
      values (c.id, p_line, insert_entries.depth, c.owner, strip(to_tsvector('simple', x.words)));
    end if;
  end loop;
  update longhand.lines l set tip = insert_entries.depth where l.conversation = c.id and l.line = p_line;
end $$;

-- Writes entries into a locked conversation.
create function longhand.write(c longhand.conversations, p_entries jsonb, p_after text, p_head text) returns json
language plpgsql as $$
declare
  at_head boolean; place record; inserted record; v_line int; v_epochs int := 0;
  v_ids text[] := array(select jsonb_array_elements(p_entries)->>'id');
  v_has_messages boolean := p_entries @? '$[*] ? (@.type == "message")';
  v_has_marks boolean := p_entries @? '$[*] ? (@.type != "message")';
begin
  if exists (select from longhand.entries where conversation = c.id and id = any (v_ids)) then
    perform longhand.check_repeated(c.id, p_entries);
    return json_build_object('outcome', 'repeated', 'conversation', longhand.conversation_json(c), 'places', (
      select json_agg(json_build_object('line', e.line, 'depth', e.depth, 'number', e.number, 'at', longhand.ms(e.at))
        order by array_position(v_ids, e.id))
      from longhand.entries e where e.conversation = c.id and e.id = any (v_ids)));
  end if;

  select * into place from longhand.place_after(c, p_after, v_has_messages);
  at_head := place.line = c.line and place.depth = c.depth;
  if v_has_marks then
    if p_entries @? '$[*] ? (@.type == "undo")' then
      perform longhand.save_checkpoint(c, 'before-restore', 'Before undo', '{}', null);
    end if;
    v_epochs := longhand.may_spoil_compaction(c.id, p_entries)::int;
  end if;
  v_line := place.line;
  if v_line = 0 or place.depth < (select tip from longhand.lines l where l.conversation = c.id and l.line = v_line) then
    v_line := longhand.start_line(c, v_line, place.depth);
  end if;
  select * into inserted from longhand.insert_entries(c, v_line, place.depth, p_entries, longhand.clock());

  if at_head then
    if v_has_marks then
      c.compaction := (select id from longhand.values_at(c.id, v_line, inserted.in_force));
      c.undone := (select id from longhand.values_at(c.id, v_line, inserted.undone[cardinality(inserted.undone)]));
    end if;
    update longhand.conversations k set
      line = v_line, depth = inserted.depth, entry = v_ids[cardinality(v_ids)], number = inserted.number, turns = inserted.turns, tokens = inserted.sum,
      compaction = c.compaction, undone = c.undone,
      preview_role = coalesce(inserted.role, k.preview_role), preview = coalesce(inserted.preview, k.preview),
      bytes = k.bytes + inserted.bytes, epoch = k.epoch + v_epochs, version = k.version + 1, updated_at = longhand.clock()
    where k.id = c.id returning * into c;
  else
    update longhand.conversations set bytes = bytes + inserted.bytes, epoch = epoch + v_epochs, version = version + 1,
      updated_at = longhand.clock()
    where id = c.id returning * into c;
    if p_head <> 'stays' then c := longhand.set_head(c.id, v_line, inserted.depth); end if;
  end if;
  perform longhand.announce(c, 'entries');
  return json_build_object('outcome', case when at_head then 'appended' else 'forked' end,
    'conversation', longhand.conversation_json(c), 'places', inserted.places);
end $$;

-- An entry with a known id must have the same body.
create function longhand.check_repeated(p_conversation uuid, p_entries jsonb) returns void language plpgsql stable as $$
begin
  if (select count(*) from jsonb_to_recordset(p_entries) as i (id text, type text, body text)
      join longhand.entries e on e.conversation = p_conversation and e.id = i.id and e.type = i.type and e.body::text = i.body
     ) < jsonb_array_length(p_entries) then
    raise exception 'another entry has this id' using errcode = 'LH409';
  end if;
end $$;

-- Whether a protection among the entries may invalidate a running compaction: not when it is outside its span.
create function longhand.may_spoil_compaction(p_conversation uuid, p_entries jsonb) returns boolean language plpgsql stable as $$
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
