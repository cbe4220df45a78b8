-- A turn begins with the person's message, a step ends with the model's: each is stored in one commit with the turn.

-- The latest turn is the one that began last, whatever the clock did: turns are numbered as they begin.
-- The conversation is locked while one starts.
create function longhand.number_turn() returns trigger language plpgsql as $$
begin
  select coalesce(max(number), 0) + 1 into new.number from longhand.turns where conversation = new.conversation;
  return new;
end $$;

create trigger numbered before insert on longhand.turns for each row execute function longhand.number_turn();
create trigger numbered_again before update of status on longhand.turns for each row
when (new.status = 'running' and old.status <> 'running') execute function longhand.number_turn();

-- A turn that has ended is `repeated` when what it opened with is stored; otherwise it begins again.
create function longhand.start_turn(
  p_owner uuid, p_conversation uuid, p_id text, p_request text, p_worker text, p_lease int, p_opening jsonb) returns json
language plpgsql as $$
declare c longhand.conversations; t longhand.turns; v_opened json;
begin
  perform longhand.act_as(p_owner);
  c := longhand.lock_conversation(p_conversation);
  select * into t from longhand.turns where conversation = p_conversation and id = p_id;
  if found and t.status <> 'running' and longhand.is_stored(p_conversation, p_opening->'entries') then
    return json_build_object('type', 'repeated', 'turn', longhand.turn_json(t));
  end if;
  select * into t from longhand.turns where conversation = p_conversation and status = 'running';
  if found and t.lease_until >= longhand.clock() then
    return json_build_object('type', 'running', 'turn', longhand.turn_json(t));
  elsif found then
    t := longhand.take_turn(t, p_worker, p_lease);
    return json_build_object('type', 'abandoned', 'turn', longhand.turn_json(t));
  end if;
  insert into longhand.turns as k (conversation, id, owner, status, worker, lease_until, request, parts, started_at)
  values (p_conversation, p_id, p_owner, 'running', p_worker, longhand.clock() + p_lease * interval '1 millisecond', p_request::json, '[]', longhand.clock())
  on conflict (conversation, id) do update set status = 'running', attempt = k.attempt + 1, worker = excluded.worker,
    lease_until = excluded.lease_until, stop = false, request = excluded.request, parts = excluded.parts,
    started_at = excluded.started_at, ended_at = null
  returning * into t;
  if p_opening is not null then v_opened := longhand.open_turn(c, p_opening); end if;
  perform longhand.touch(p_conversation, 'turn');
  return json_build_object('type', 'started', 'turn', longhand.turn_json(t), 'written', v_opened);
end $$;

-- No entries count as stored.
create function longhand.is_stored(p_conversation uuid, p_entries jsonb) returns boolean language plpgsql stable as $$
begin
  return p_entries is null or exists (
    select from longhand.entries where conversation = p_conversation and id = p_entries->-1->>'id');
end $$;

-- Writes the opening of a turn into a locked conversation, or moves the head to where it answers again.
create function longhand.open_turn(c longhand.conversations, p jsonb) returns json language plpgsql as $$
declare v_written json; v_depth text; place record;
begin
  if p ? 'to' then
    select * into place from longhand.check_place(c, (p->'to'->>'line')::int, (p->'to'->>'depth')::int);
    if place.depth = c.depth and place.line = longhand.source_of(c.id, c.line, c.depth) then return null; end if;
    perform longhand.save_checkpoint(c, 'before-restore', 'Before moving', '{}', null);
    perform longhand.announce(longhand.set_head(c.id, place.line, place.depth), 'head');
    return null;
  end if;
  v_written := longhand.write(c, p->'entries', p->>'after', 'follows');
  if p ? 'protection' and v_written->>'outcome' <> 'repeated' then
    v_depth := v_written->'places'->-1->>'depth';
    perform longhand.write(longhand.read_conversation(c.id), jsonb_build_array(jsonb_build_object(
      'id', p->>'protection', 'type', 'protection', 'action', 'protect', 'span', format('[%s,%s]', v_depth, v_depth),
      'body', format('{"span":{"from":%s,"to":%s},"action":"protect"}', v_depth, v_depth))), null, 'follows');
  end if;
  if p ? 'title' or p ? 'settings' then
    update longhand.conversations set title = coalesce(title, p->>'title'), settings = coalesce((p->>'settings')::json, settings)
    where id = c.id;
    perform longhand.touch(c.id, 'settings');
  end if;
  return v_written;
end $$;

-- With parts: what has been shown so far. Always: the lease goes on.
create function longhand.beat_turn(p_owner uuid, p_conversation uuid, p_id text, p_attempt int, p_parts text, p_lease int) returns json
language plpgsql as $$
declare t longhand.turns;
begin
  perform longhand.act_as(p_owner);
  update longhand.turns set parts = coalesce(p_parts::json, parts), lease_until = longhand.clock() + p_lease * interval '1 millisecond'
  where conversation = p_conversation and id = p_id and status = 'running'
    and attempt = p_attempt -- the fence
  returning * into t;
  return to_json(case when t.id is null then 'lost' when t.stop then 'stop' else 'held' end);
end $$;

create function longhand.finish_turn(p_owner uuid, p_conversation uuid, p_id text, p_attempt int, p_end text, p_entries jsonb, p_after text, p_head text) returns json
language plpgsql as $$
declare c longhand.conversations; t longhand.turns; v_written json;
begin
  perform longhand.act_as(p_owner);
  c := longhand.lock_conversation(p_conversation);
  update longhand.turns set status = p_end, ended_at = longhand.clock(), lease_until = null
  where conversation = p_conversation and id = p_id and status = 'running'
    and attempt = p_attempt -- the fence
  returning * into t;
  if not found then return null; end if;
  if jsonb_array_length(p_entries) > 0 then v_written := longhand.write(c, p_entries, p_after, p_head); end if;
  perform longhand.touch(p_conversation, 'turn');
  return json_build_object('turn', longhand.turn_json(t), 'written', v_written);
end $$;

-- Stores a step of a running turn: none of it is only streamed any more.
create function longhand.keep_step(p_owner uuid, p_conversation uuid, p_id text, p_attempt int, p_entries jsonb, p_after text, p_lease int) returns json
language plpgsql as $$
declare c longhand.conversations; t longhand.turns; v_written json;
begin
  perform longhand.act_as(p_owner);
  c := longhand.lock_conversation(p_conversation);
  update longhand.turns set parts = '[]', lease_until = longhand.clock() + p_lease * interval '1 millisecond'
  where conversation = p_conversation and id = p_id and status = 'running'
    and attempt = p_attempt -- the fence
  returning * into t;
  if not found then return null; end if;
  if jsonb_array_length(p_entries) > 0 then v_written := longhand.write(c, p_entries, p_after, 'stays'); end if;
  return json_build_object('turn', longhand.turn_json(t), 'written', v_written);
end $$;

-- Stores the output of a worker that has lost its lease. The head follows if it is on that turn and no other runs.
create function longhand.keep_late(p_owner uuid, p_conversation uuid, p_id text, p_entries jsonb, p_after text) returns json
language plpgsql as $$
declare c longhand.conversations; v_idle boolean; v_there boolean;
begin
  perform longhand.act_as(p_owner);
  c := longhand.lock_conversation(p_conversation);
  v_idle := not exists (select from longhand.turns where conversation = c.id and status = 'running');
  v_there := exists (
    select from longhand.entries where conversation = c.id and id = c.entry and (id = p_after or about->>'turn' = p_id));
  return longhand.write(c, p_entries, p_after, case when v_idle and v_there then 'follows' else 'stays' end);
end $$;

create function longhand.stop_turn(p_owner uuid, p_conversation uuid) returns json
language plpgsql as $$
declare v_found boolean;
begin
  perform longhand.act_as(p_owner);
  perform longhand.lock_conversation(p_conversation);
  update longhand.turns set stop = true where conversation = p_conversation and status = 'running';
  v_found := found;
  if v_found then perform longhand.touch(p_conversation, 'turn'); end if;
  return to_json(v_found);
end $$;

create function longhand.latest_turn(p_owner uuid, p_conversation uuid) returns json
language plpgsql stable as $$
begin
  perform longhand.act_as(p_owner);
  return (
    select longhand.turn_json(t) from longhand.turns t
    where t.conversation = (longhand.read_conversation(p_conversation)).id
    order by (t.status = 'running') desc, t.number desc nulls last, t.started_at desc, t.id desc limit 1);
end $$;
