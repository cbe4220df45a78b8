-- Deaths are counted for the work that did them: not while a job waits for a model, and those of a summary are none of an
-- extract's.
alter table longhand.compactions
  add column words text not null default 'model' check (words in ('model', 'originals')), -- whose words it is to be in
  add column waiting boolean not null default false; -- for a model: whoever goes silent now has not died of it

create or replace function longhand.compaction_json(j longhand.compactions) returns json language sql stable as $$
  select json_build_object('id', j.id, 'conversation', j.conversation, 'status', j.status,
    'base', json_build_object('place', json_build_object('line', j.line, 'depth', j.depth), 'compaction', j.base, 'epoch', j.epoch),
    'span', json_build_object('from', lower(j.span), 'to', upper(j.span) - 1), 'plan', j.plan,
    'words', j.words, 'attempt', j.attempt, 'deaths', j.deaths, 'worker', j.worker,
    'draft', j.draft, 'receipt', j.receipt, 'reason', j.reason,
    'at', longhand.ms(j.at), 'endedAt', longhand.ms(j.ended_at))
$$;

-- Whether the worker of a job died of it, as far as anyone can tell.
create function longhand.died_of(j longhand.compactions) returns int language sql stable as $$
  select (j.status = 'running' and j.lease_until < longhand.clock() and not j.waiting)::int
$$;

create or replace function longhand.drop_stale(j longhand.compactions) returns void language plpgsql as $$
begin
  update longhand.compactions set status = 'cancelled', reason = 'stale', ended_at = longhand.clock(), lease_until = null,
    deaths = deaths + longhand.died_of(compactions)
  where conversation = j.conversation and id = j.id;
end $$;

create or replace function longhand.end_crash_loops(p_conversation uuid) returns int language plpgsql as $$
declare n_jobs int; n_turns int;
begin
  update longhand.compactions set status = 'failed', reason = 'Five processes died with it.', deaths = deaths + 1,
    ended_at = longhand.clock(), lease_until = null
  where (p_conversation is null or conversation = p_conversation)
    and status = 'running' and deaths >= 4 and longhand.died_of(compactions) = 1;
  get diagnostics n_jobs = row_count;
  update longhand.turns set status = 'interrupted', deaths = deaths + 1, ended_at = longhand.clock(), lease_until = null
  where (p_conversation is null or conversation = p_conversation)
    and status = 'running' and deaths >= 4 and lease_until < longhand.clock();
  get diagnostics n_turns = row_count;
  return n_jobs + n_turns;
end $$;

create or replace function longhand.take_compaction(p_conversation uuid, p_waiting text[], p_worker text, p_lease int) returns longhand.compactions
language plpgsql as $$
declare j longhand.compactions;
begin
  perform longhand.shorten_leases(p_conversation, p_lease), longhand.end_crash_loops(p_conversation);
  update longhand.compactions set deaths = deaths + case when worker <> p_worker then longhand.died_of(compactions) else 0 end,
    status = 'running', worker = p_worker, waiting = false, attempt = attempt + 1,
    lease_until = longhand.clock() + p_lease * interval '1 millisecond'
  where conversation = p_conversation
    and (status = any (p_waiting) or (status = 'running' and lease_until < longhand.clock()))
  returning * into j;
  if found then perform longhand.touch(p_conversation, 'compaction'); end if;
  return j;
end $$;

drop function longhand.beat_compaction(uuid, uuid, text, int, int);
create function longhand.beat_compaction(p_owner uuid, p_conversation uuid, p_id text, p_attempt int, p_lease int, p_waiting boolean default false) returns json
language plpgsql as $$
begin
  perform longhand.act_as(p_owner);
  update longhand.compactions set lease_until = longhand.clock() + p_lease * interval '1 millisecond', waiting = p_waiting
  where conversation = p_conversation and id = p_id and attempt = p_attempt and status = 'running';
  return to_json(case when found then 'held' else 'lost' end);
end $$;

create or replace function longhand.cancel_compaction(p_owner uuid, p_conversation uuid) returns json
language plpgsql as $$
declare v_found boolean;
begin
  perform longhand.act_as(p_owner);
  perform longhand.lock_conversation(p_conversation);
  update longhand.compactions set status = 'cancelled', reason = 'cancelled', ended_at = longhand.clock(), lease_until = null,
    deaths = deaths + longhand.died_of(compactions)
  where conversation = p_conversation and status in ('pending', 'running', 'ready');
  v_found := found;
  if v_found then perform longhand.touch(p_conversation, 'compaction'); end if;
  return to_json(v_found);
end $$;

drop function longhand.request_compaction(uuid, uuid, text, int, int, text, int, int4range, text, bigint);
create function longhand.request_compaction(p_owner uuid, p_conversation uuid, p_id text, p_line int, p_depth int, p_base text,
  p_epoch int, p_span int4range, p_plan text, p_cooldown bigint, p_words text default 'model') returns json
language plpgsql as $$
declare c longhand.conversations; j longhand.compactions; newest longhand.compactions; v_wait bigint;
begin
  perform longhand.act_as(p_owner);
  c := longhand.lock_conversation(p_conversation);
  perform longhand.end_crash_loops(p_conversation);
  select * into j from longhand.compactions where conversation = p_conversation and id = p_id;
  if found then return json_build_object('type', 'requested', 'job', longhand.compaction_json(j)); end if;
  select * into j from longhand.compactions where conversation = p_conversation and status in ('pending', 'running', 'ready');
  if found and longhand.still_holds(c, j.base, j.epoch, j.line, j.span) then
    return json_build_object('type', 'live', 'job', longhand.compaction_json(j));
  elsif found then
    -- It could never count, so it must not stand in the way of one that can.
    perform longhand.drop_stale(j);
  end if;
  select p_cooldown - longhand.ms(longhand.clock()) + longhand.ms(max(ended_at)) into v_wait
  from longhand.compactions where conversation = p_conversation and status = 'done';
  -- More than all of it is left only when the clock was set back.
  if v_wait > 0 and v_wait <= p_cooldown then return json_build_object('type', 'cooling-down', 'waitMs', v_wait); end if;
  if not longhand.still_holds(c, p_base, p_epoch, p_line, p_span) then return json_build_object('type', 'stale'); end if;
  select * into newest from longhand.compactions where conversation = p_conversation order by at desc, id desc limit 1;
  insert into longhand.compactions (conversation, id, owner, status, line, depth, base, epoch, span, plan, words, deaths, at)
  values (c.id, p_id, c.owner, 'pending', p_line, p_depth, p_base, p_epoch, p_span, p_plan::json, p_words,
    -- One that takes the place of another of its kind does not make its deaths forgotten.
    case when newest.status = 'cancelled' and newest.words = p_words then newest.deaths else 0 end,
    -- The newest is the last one requested, whatever the clock does. An import may bring any time at all.
    greatest(longhand.clock(), case when newest.at < longhand.clock() + interval '1 day' then newest.at + interval '1 millisecond' end))
  returning * into j;
  perform longhand.touch(p_conversation, 'compaction');
  return json_build_object('type', 'requested', 'job', longhand.compaction_json(j));
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
