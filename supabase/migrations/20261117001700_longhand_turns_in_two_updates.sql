-- Writes what a turn opens with into a locked conversation, or moves the head to where it answers again.
drop function longhand.open_turn(longhand.conversations, jsonb);
create function longhand.open_turn(inout c longhand.conversations, p jsonb, out written json) language plpgsql as $$
declare w record; place record; v_depth text;
begin
  if p ? 'to' then
    place := longhand.check_place(c, (p->'to'->>'line')::int, (p->'to'->>'depth')::int);
    if place.depth <> c.depth or place.line is distinct from longhand.source_of(c.id, c.line, c.depth) then
      perform longhand.save_checkpoint(c, 'before-restore', 'Before moving', '{}', null);
      perform longhand.set_head(c.id, place.line, place.depth);
    end if;
    c := longhand.change(c.id, p);
    return;
  end if;
  w := longhand.put(c, p->'entries', p->>'after', 'follows', p);
  c := w.c;
  written := json_build_object('outcome', w.outcome, 'places', w.places);
  if p ? 'protection' and w.outcome <> 'repeated' then
    v_depth := w.places->-1->>'depth';
    w := longhand.put(c, jsonb_build_array(jsonb_build_object(
      'id', p->>'protection', 'type', 'protection', 'action', 'protect', 'span', format('[%s,%s]', v_depth, v_depth),
      'body', format('{"span":{"from":%s,"to":%s},"action":"protect"}', v_depth, v_depth))), null, 'follows', null);
    c := w.c;
  end if;
end $$;

-- A turn that has ended is `repeated` when what it opened with is stored; otherwise it begins again.
create or replace function longhand.start_turn(
  p_owner uuid, p_conversation uuid, p_id text, p_request text, p_worker text, p_lease int, p_opening jsonb) returns json
language plpgsql as $$
declare c longhand.conversations; t longhand.turns; opened record; v_since bigint; v_written json; v_learnt json;
begin
  perform longhand.act_as(p_owner);
  c := longhand.lock_conversation(p_conversation);
  v_since := c.version;
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
  if p_opening is not null then
    opened := longhand.open_turn(c, p_opening);
    c := opened.c;
    v_written := opened.written;
  else
    c := longhand.change(c.id, null);
  end if;
  perform longhand.announce(c, 'turn');
  v_learnt := (select json_object_agg(name, state) from longhand.states where kind = 'calibration');
  return json_build_object('type', 'started', 'turn', longhand.turn_json(t), 'written', v_written, 'since', v_since,
    'conversation', longhand.conversation_json(c), 'learnt', v_learnt);
end $$;

-- Notes what was learnt about a model. All turns of an owner learn about the same one. Whoever finds its row taken leaves
-- it to the one that has it: waiting for that one's commit would put the ends of all answers in a queue.
create function longhand.learn(c longhand.conversations, p_model text, p_learnt json) returns void language plpgsql as $$
begin
  perform from longhand.states s where s.owner = c.owner and s.kind = 'calibration' and s.name = p_model for update skip locked;
  if found then
    update longhand.states s set state = p_learnt, at = longhand.clock()
    where s.owner = c.owner and s.kind = 'calibration' and s.name = p_model;
  elsif not exists (
    select from longhand.states s where s.owner = c.owner and s.kind = 'calibration' and s.name = p_model) then
    insert into longhand.states (owner, kind, name, state, at) values (c.owner, 'calibration', p_model, p_learnt, longhand.clock())
    on conflict (owner, kind, name) do nothing;
  end if;
end $$;

drop function longhand.note_step(longhand.conversations, jsonb);
drop function longhand.step_json(longhand.turns, json, bigint);

-- Writes a step of a turn with what is noted beside it: the window's status for lists, and what was learnt about the
-- model. Answers with the turn, what was written, the conversation now, and its version before.
create function longhand.store_step(c longhand.conversations, t longhand.turns, p_entries jsonb, p_after text, p_head text, p_notes jsonb)
returns json language plpgsql as $$
declare w record;
begin
  w := longhand.put(c, p_entries, p_after, p_head, p_notes);
  if p_notes ? 'model' then perform longhand.learn(c, p_notes->>'model', (p_notes->>'learnt')::json); end if;
  perform longhand.announce(w.c, 'turn');
  return json_build_object('turn', longhand.turn_json(t), 'since', c.version, 'conversation', longhand.conversation_json(w.c),
    'written', case when w.outcome is not null then json_build_object('outcome', w.outcome, 'places', w.places) end);
end $$;

create or replace function longhand.finish_turn(p_owner uuid, p_conversation uuid, p_id text, p_attempt int, p_end text, p_entries jsonb, p_after text, p_head text, p_notes jsonb) returns json
language plpgsql as $$
declare c longhand.conversations; t longhand.turns;
begin
  perform longhand.act_as(p_owner);
  c := longhand.lock_conversation(p_conversation);
  update longhand.turns set status = p_end, ended_at = longhand.clock(), lease_until = null
  where conversation = p_conversation and id = p_id and status = 'running'
    and attempt = p_attempt -- the fence
  returning * into t;
  if not found then return null; end if;
  return longhand.store_step(c, t, p_entries, p_after, p_head, p_notes);
end $$;

-- Stores a step of a running turn: none of it is only streamed any more.
create or replace function longhand.keep_step(p_owner uuid, p_conversation uuid, p_id text, p_attempt int, p_entries jsonb, p_after text, p_lease int, p_notes jsonb) returns json
language plpgsql as $$
declare c longhand.conversations; t longhand.turns;
begin
  perform longhand.act_as(p_owner);
  c := longhand.lock_conversation(p_conversation);
  update longhand.turns set parts = '[]', lease_until = longhand.clock() + p_lease * interval '1 millisecond'
  where conversation = p_conversation and id = p_id and status = 'running'
    and attempt = p_attempt -- the fence
  returning * into t;
  if not found then return null; end if;
  return longhand.store_step(c, t, p_entries, p_after, 'stays', p_notes);
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
