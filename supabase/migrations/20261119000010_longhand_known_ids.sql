-- Entries that are asked for by their ids are looked up one by one. Before it has figures about a conversation, the
-- planner would read all of its entries for a list of ids: each batch of a long conversation took longer than the last.

create or replace function longhand.put(inout c longhand.conversations, p_entries jsonb, p_after text, p_head text, p jsonb,
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
  v_known := exists (select from longhand.entries where conversation = c.id and id = v_ids[1]);
  if v_count > 1 then
    v_ids := array(select jsonb_array_elements(p_entries)->>'id');
    v_known := v_known or exists (select from unnest(v_ids) as given (id)
      where (select true from longhand.entries e where e.conversation = c.id and e.id = given.id));
  end if;
  if v_known then
    perform longhand.check_repeated(c.id, p_entries);
    outcome := 'repeated';
    places := (
      select json_agg(json_build_object('line', e.line, 'depth', e.depth, 'number', e.number, 'at', longhand.ms(e.at)) order by given.place)
      from unnest(v_ids) with ordinality as given (id, place)
      cross join lateral (select * from longhand.entries where conversation = c.id and id = given.id offset 0) e);
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

-- An entry with a known id must have the same body.
create or replace function longhand.check_repeated(p_conversation uuid, p_entries jsonb) returns void language plpgsql stable as $$
begin
  if (select count(*) from jsonb_to_recordset(p_entries) as i (id text, type text, body text)
      where (select e.type = i.type and e.body::text = i.body from longhand.entries e
        where e.conversation = p_conversation and e.id = i.id)
     ) < jsonb_array_length(p_entries) then
    raise exception 'another entry has this id' using errcode = 'LH409';
  end if;
end $$;

create or replace function longhand.find_entries(p_owner uuid, p_conversation uuid, p_ids text[]) returns json
language plpgsql stable as $$
declare v_conversation uuid;
begin
  perform longhand.act_as(p_owner);
  v_conversation := (longhand.read_conversation(p_conversation)).id;
  return coalesce((
    select json_agg(longhand.entry_json(found.entry) order by given.place)
    from (select id, min(place) as place from unnest(p_ids) with ordinality as u (id, place) group by id) given
    cross join lateral (select e as entry from longhand.entries e
      where e.conversation = v_conversation and e.id = given.id offset 0) found), '[]');
end $$;
