-- Lists and their dates follow what was said last (`updated_at`): a new name or a pin does not move a conversation.
-- Servers that cannot listen ask for everything that changed (`changed_at`).
alter table longhand.conversations add column changed_at timestamptz not null default longhand.clock();
drop index longhand.conversations_changed;
create index conversations_changed on longhand.conversations (changed_at);

create or replace function longhand.touch(p_conversation uuid, p_topic text) returns longhand.conversations language plpgsql as $$
declare c longhand.conversations;
begin
  update longhand.conversations set version = version + 1, changed_at = longhand.clock() where id = p_conversation returning * into c;
  perform longhand.announce(c, p_topic);
  return c;
end $$;

create or replace function longhand.set_head(p_conversation uuid, p_line int, p_depth int) returns longhand.conversations language plpgsql as $$
declare
  e record;
  newest record;
  c longhand.conversations;
begin
  select * into e from longhand.values_at(p_conversation, p_line, p_depth);
  select x.role, x.preview into newest from longhand.segments g
  cross join lateral (
    select role, preview from longhand.entries
    where conversation = p_conversation and line = g.source and depth between g.lo and least(g.hi, p_depth)
      and preview is not null
    order by depth desc limit 1) x
  where g.conversation = p_conversation and g.line = p_line and g.lo <= p_depth
  order by g.lo desc limit 1;
  update longhand.conversations set
    line = p_line, depth = p_depth, entry = e.id,
    number = coalesce(e.number, 0), turns = coalesce(e.turns, 0), tokens = coalesce(e.sum, 0),
    compaction = (select id from longhand.values_at(p_conversation, p_line, e.in_force)),
    undone = (select id from longhand.values_at(p_conversation, p_line, e.undone[cardinality(e.undone)])),
    preview_role = newest.role, preview = newest.preview,
    version = conversations.version + 1, changed_at = longhand.clock()
  where id = p_conversation returning * into c;
  return c;
end $$;

create or replace function longhand.write(c longhand.conversations, p_entries jsonb, p_after text, p_head text) returns json
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
      bytes = k.bytes + inserted.bytes, epoch = k.epoch + v_epochs, version = k.version + 1,
      updated_at = case when v_has_messages then longhand.clock() else k.updated_at end, changed_at = longhand.clock()
    where k.id = c.id returning * into c;
  else
    update longhand.conversations set bytes = bytes + inserted.bytes, epoch = epoch + v_epochs, version = version + 1,
      updated_at = case when v_has_messages then longhand.clock() else updated_at end, changed_at = longhand.clock()
    where id = c.id returning * into c;
    if p_head <> 'stays' then c := longhand.set_head(c.id, v_line, inserted.depth); end if;
  end if;
  perform longhand.announce(c, 'entries');
  return json_build_object('outcome', case when at_head then 'appended' else 'forked' end,
    'conversation', longhand.conversation_json(c), 'places', inserted.places);
end $$;

create or replace function longhand.changes(p_since bigint) returns json language plpgsql stable set search_path = '' as $$
begin
  perform longhand.act_for_all();
  return json_build_object('now', longhand.ms(longhand.clock()), 'changed', coalesce((
    select json_agg(json_build_object('owner', owner, 'conversation', id, 'version', version))
    from longhand.conversations where changed_at >= longhand.instant(p_since)), '[]'));
end $$;
