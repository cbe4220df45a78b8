create function longhand.start_turn(p_owner uuid, p_conversation uuid, p_id text, p_request text, p_worker text, p_lease int) returns json
language plpgsql as $$
declare t longhand.turns;
begin
  perform longhand.act_as(p_owner);
  perform longhand.lock_conversation(p_conversation);
  select * into t from longhand.turns where conversation = p_conversation and id = p_id;
  if found and t.status <> 'running' then return json_build_object('type', 'repeated', 'turn', longhand.turn_json(t)); end if;
  select * into t from longhand.turns where conversation = p_conversation and status = 'running';
  if found and t.lease_until >= longhand.clock() then
    return json_build_object('type', 'running', 'turn', longhand.turn_json(t));
  elsif found then
    t := longhand.take_turn(t, p_worker, p_lease);
    return json_build_object('type', 'abandoned', 'turn', longhand.turn_json(t));
  end if;
  insert into longhand.turns (conversation, id, owner, status, worker, lease_until, request, parts, started_at)
  values (p_conversation, p_id, p_owner, 'running', p_worker, longhand.clock() + p_lease * interval '1 millisecond', p_request::json, '[]', longhand.clock())
  returning * into t;
  perform longhand.touch(p_conversation, 'turn');
  return json_build_object('type', 'started', 'turn', longhand.turn_json(t));
end $$;

create function longhand.take_turn(t longhand.turns, p_worker text, p_lease int) returns longhand.turns
language plpgsql as $$
begin
  update longhand.turns set attempt = attempt + 1, worker = p_worker, lease_until = longhand.clock() + p_lease * interval '1 millisecond'
  where conversation = t.conversation and id = t.id returning * into t;
  return t;
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
    order by (t.status = 'running') desc, t.started_at desc, t.id desc limit 1);
end $$;
