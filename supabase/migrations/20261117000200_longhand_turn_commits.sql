-- A turn takes two commits. The first answers with what its view needs beside what the server holds already; the last
-- stores what was learnt from the answer together with it.

-- Every statement here is short: compiling one takes longer than running it.
create or replace function longhand.act_as(p_owner uuid) returns void language plpgsql as $$
begin
  perform set_config('request.jwt.claims', json_build_object('sub', p_owner, 'role', 'authenticated')::text, true),
    set_config('role', 'authenticated', true), set_config('jit', 'off', true);
end $$;

drop function longhand.finish_turn(uuid, uuid, text, int, text, jsonb, text, text);
drop function longhand.keep_step(uuid, uuid, text, int, jsonb, text, int);

-- What storing a step answers: the turn, what was written, the conversation now, and its version before.
create function longhand.step_json(t longhand.turns, p_written json, p_since bigint) returns json language plpgsql stable as $$
begin
  return json_build_object('turn', longhand.turn_json(t), 'written', p_written, 'since', p_since,
    'conversation', longhand.conversation_json(longhand.read_conversation(t.conversation)));
end $$;

-- What is noted beside a step: the window's status for lists, and what was learnt about the model.
create function longhand.note_step(c longhand.conversations, p jsonb) returns void language plpgsql as $$
begin
  if p ? 'status' then
    update longhand.conversations set status = (p->>'status')::json where id = c.id;
  end if;
  if p ? 'model' then
    insert into longhand.states (owner, kind, name, state, at)
    values (c.owner, 'calibration', p->>'model', (p->>'learnt')::json, longhand.clock())
    on conflict (owner, kind, name) do update set state = excluded.state, at = excluded.at;
  end if;
end $$;

-- A turn that has ended is `repeated` when what it opened with is stored; otherwise it begins again.
create or replace function longhand.start_turn(
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
  return json_build_object('type', 'started', 'turn', longhand.turn_json(t), 'written', v_opened, 'since', c.version,
    'conversation', longhand.conversation_json(longhand.read_conversation(c.id)),
    'learnt', (select json_object_agg(name, state) from longhand.states where kind = 'calibration'));
end $$;

create function longhand.finish_turn(p_owner uuid, p_conversation uuid, p_id text, p_attempt int, p_end text, p_entries jsonb, p_after text, p_head text, p_notes jsonb) returns json
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
  perform longhand.note_step(c, p_notes);
  perform longhand.touch(p_conversation, 'turn');
  return longhand.step_json(t, v_written, c.version);
end $$;

-- Stores a step of a running turn: none of it is only streamed any more.
create function longhand.keep_step(p_owner uuid, p_conversation uuid, p_id text, p_attempt int, p_entries jsonb, p_after text, p_lease int, p_notes jsonb) returns json
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
  perform longhand.note_step(c, p_notes);
  return longhand.step_json(t, v_written, c.version);
end $$;

-- As for all functions: the operations are the server's own, those that they share run under row-level security.
do $$
declare f record;
begin
  for f in
    select p.oid::regprocedure as name,
      p.prosrc ~ 'act_(as|for_all|to_search)\(' or p.proname ~ '^act_' or p.prorettype = 'trigger'::regtype as closed
    from pg_proc p where p.pronamespace = 'longhand'::regnamespace
  loop
    execute format('revoke execute on function %s from public', f.name);
    if f.closed then
      execute format('alter function %s set search_path = ''''', f.name);
    else
      execute format('grant execute on function %s to authenticated, service_role', f.name);
    end if;
  end loop;
end $$;
