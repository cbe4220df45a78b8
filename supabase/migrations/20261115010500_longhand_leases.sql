-- Deaths are counted apart from attempts, and leases survive a clock that was set back.

-- Owners that went silent while the job was theirs. What to make of it is the engine's to say.
alter table longhand.compactions add column deaths int not null default 0;
alter table longhand.turns add column deaths int not null default 0;

create or replace function longhand.compaction_json(j longhand.compactions) returns json language sql stable as $$
  select json_build_object('id', j.id, 'conversation', j.conversation, 'status', j.status,
    'base', json_build_object('place', json_build_object('line', j.line, 'depth', j.depth), 'compaction', j.base, 'epoch', j.epoch),
    'span', json_build_object('from', lower(j.span), 'to', upper(j.span) - 1), 'plan', j.plan,
    'attempt', j.attempt, 'deaths', j.deaths, 'worker', j.worker, 'draft', j.draft, 'receipt', j.receipt, 'reason', j.reason,
    'at', longhand.ms(j.at), 'endedAt', longhand.ms(j.ended_at))
$$;

create or replace function longhand.turn_json(t longhand.turns) returns json language sql stable as $$
  select json_build_object('id', t.id, 'conversation', t.conversation, 'status', t.status, 'attempt', t.attempt,
    'deaths', t.deaths, 'worker', t.worker, 'request', t.request, 'parts', t.parts,
    'startedAt', longhand.ms(t.started_at), 'endedAt', longhand.ms(t.ended_at))
$$;

-- An honest lease is never further ahead than its length. One that is was given before the clock was set back: a living
-- owner has time to renew it, and that of a dead one runs out. All of them, or those of one conversation.
create function longhand.shorten_leases(p_conversation uuid, p_lease int) returns void language plpgsql as $$
declare v_latest timestamptz := longhand.clock() + p_lease * interval '1 millisecond';
begin
  update longhand.compactions j set lease_until = v_latest from (
    select conversation, id from longhand.compactions
    where status = 'running' and lease_until > v_latest and (p_conversation is null or conversation = p_conversation)
    for update skip locked) far
  where j.conversation = far.conversation and j.id = far.id;
  update longhand.turns t set lease_until = v_latest from (
    select conversation, id from longhand.turns
    where status = 'running' and lease_until > v_latest and (p_conversation is null or conversation = p_conversation)
    for update skip locked) far
  where t.conversation = far.conversation and t.id = far.id;
end $$;

-- The engine does not run again what has killed two. A job that kills whoever as much as looks at it is ended here.
create or replace function longhand.give_up(p_conversation uuid) returns int language plpgsql as $$
declare n_jobs int; n_turns int;
begin
  update longhand.compactions set status = 'failed', reason = 'Five processes died with it.', deaths = deaths + 1,
    ended_at = longhand.clock(), lease_until = null
  where (p_conversation is null or conversation = p_conversation)
    and status = 'running' and deaths >= 4 and lease_until < longhand.clock();
  get diagnostics n_jobs = row_count;
  update longhand.turns set status = 'interrupted', deaths = deaths + 1, ended_at = longhand.clock(), lease_until = null
  where (p_conversation is null or conversation = p_conversation)
    and status = 'running' and deaths >= 4 and lease_until < longhand.clock();
  get diagnostics n_turns = row_count;
  return n_jobs + n_turns;
end $$;

create or replace function longhand.drop_stale(j longhand.compactions) returns void language plpgsql as $$
begin
  update longhand.compactions set status = 'cancelled', reason = 'stale', ended_at = longhand.clock(), lease_until = null,
    deaths = deaths + (status = 'running' and lease_until < longhand.clock())::int
  where conversation = j.conversation and id = j.id;
end $$;

create or replace function longhand.request_compaction(p_owner uuid, p_conversation uuid, p_id text, p_line int, p_depth int, p_base text,
  p_epoch int, p_span int4range, p_plan text, p_cooldown bigint) returns json
language plpgsql as $$
declare c longhand.conversations; j longhand.compactions; newest longhand.compactions; v_wait bigint;
begin
  perform longhand.act_as(p_owner);
  c := longhand.lock_conversation(p_conversation);
  perform longhand.give_up(p_conversation);
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
  insert into longhand.compactions (conversation, id, owner, status, line, depth, base, epoch, span, plan, deaths, at)
  values (c.id, p_id, c.owner, 'pending', p_line, p_depth, p_base, p_epoch, p_span, p_plan::json,
    -- One that takes the place of another does not make its deaths forgotten.
    case when newest.status = 'cancelled' then newest.deaths else 0 end,
    -- The newest is the last one requested, whatever the clock does.
    greatest(longhand.clock(), newest.at + interval '1 millisecond'))
  returning * into j;
  perform longhand.touch(p_conversation, 'compaction');
  return json_build_object('type', 'requested', 'job', longhand.compaction_json(j));
end $$;

-- Takes a job that waits in one of these states, or one whose worker went silent, in a conversation that is locked.
create or replace function longhand.take_compaction(p_conversation uuid, p_waiting text[], p_worker text, p_lease int) returns longhand.compactions
language plpgsql as $$
declare j longhand.compactions;
begin
  perform longhand.shorten_leases(p_conversation, p_lease), longhand.give_up(p_conversation);
  update longhand.compactions set deaths = deaths + (status = 'running' and worker <> p_worker)::int,
    status = 'running', worker = p_worker, attempt = attempt + 1,
    lease_until = longhand.clock() + p_lease * interval '1 millisecond'
  where conversation = p_conversation
    and (status = any (p_waiting) or (status = 'running' and lease_until < longhand.clock()))
  returning * into j;
  if found then perform longhand.touch(p_conversation, 'compaction'); end if;
  return j;
end $$;

-- Lets go of a job that is not done: whoever claims it next need not wait, and nobody has died.
create function longhand.release_compaction(p_owner uuid, p_conversation uuid, p_id text, p_attempt int) returns json
language plpgsql as $$
declare v_found boolean;
begin
  perform longhand.act_as(p_owner);
  perform longhand.lock_conversation(p_conversation);
  update longhand.compactions set status = 'pending', worker = null, lease_until = null
  where conversation = p_conversation and id = p_id and attempt = p_attempt and status = 'running';
  v_found := found;
  if v_found then perform longhand.touch(p_conversation, 'compaction'); end if;
  return to_json(v_found);
end $$;

create or replace function longhand.cancel_compaction(p_owner uuid, p_conversation uuid) returns json
language plpgsql as $$
declare v_found boolean;
begin
  perform longhand.act_as(p_owner);
  perform longhand.lock_conversation(p_conversation);
  update longhand.compactions set status = 'cancelled', reason = 'cancelled', ended_at = longhand.clock(), lease_until = null,
    deaths = deaths + (status = 'running' and lease_until < longhand.clock())::int
  where conversation = p_conversation and status in ('pending', 'running', 'ready');
  v_found := found;
  if v_found then perform longhand.touch(p_conversation, 'compaction'); end if;
  return to_json(v_found);
end $$;

create or replace function longhand.take_turn(t longhand.turns, p_worker text, p_lease int) returns longhand.turns
language plpgsql as $$
begin
  update longhand.turns set deaths = deaths + (worker <> p_worker)::int, attempt = attempt + 1, worker = p_worker,
    lease_until = longhand.clock() + p_lease * interval '1 millisecond'
  where conversation = t.conversation and id = t.id returning * into t;
  return t;
end $$;

-- The conversation is locked before the job, as everywhere; one that is busy is passed over.
create or replace function longhand.claim_any_compaction(p_worker text, p_lease int) returns json language plpgsql as $$
declare v_conversation uuid; j longhand.compactions;
begin
  perform longhand.act_for_all();
  perform longhand.shorten_leases(null, p_lease);
  for v_conversation in
    select conversation from longhand.compactions
    where status = 'pending' or (status = 'running' and lease_until < longhand.clock()) order by at
  loop
    perform from longhand.conversations where id = v_conversation for update skip locked;
    continue when not found;
    j := longhand.take_compaction(v_conversation, '{pending}', p_worker, p_lease);
    if j.id is not null then
      return json_build_object('owner', j.owner, 'job', longhand.compaction_json(j));
    end if;
  end loop;
  return null;
end $$;

create or replace function longhand.claim_any_turn(p_worker text, p_lease int) returns json language plpgsql as $$
declare v_conversation uuid; t longhand.turns;
begin
  perform longhand.act_for_all();
  perform longhand.shorten_leases(null, p_lease), longhand.give_up(null);
  for v_conversation in
    select conversation from longhand.turns where status = 'running' and lease_until < longhand.clock() order by lease_until
  loop
    perform from longhand.conversations where id = v_conversation and deleted_at is null for update skip locked;
    continue when not found;
    select * into t from longhand.turns where conversation = v_conversation and status = 'running' and lease_until < longhand.clock();
    continue when not found;
    t := longhand.take_turn(t, p_worker, p_lease);
    return json_build_object('owner', t.owner, 'job', longhand.turn_json(t));
  end loop;
  return null;
end $$;

-- A run that was seen in the future was seen before the clock was set back: the living are seen again in a moment.
create or replace function longhand.unclean_runs(p_owner uuid, p_silent bigint) returns json language plpgsql stable as $$
begin
  perform longhand.act_as(p_owner);
  return coalesce((
    select json_agg(json_build_object(
      'run', json_build_object('id', r.id, 'conversation', r.conversation, 'face', r.face,
        'startedAt', longhand.ms(r.started_at), 'seenAt', longhand.ms(r.seen_at)),
      'title', c.title,
      'checkpoint', (
        select longhand.checkpoint_json(k) from longhand.checkpoints k
        where k.conversation = r.conversation order by k.id desc limit 1)) order by r.seen_at desc, r.id)
    from longhand.runs r
    join longhand.conversations c on c.id = r.conversation and c.deleted_at is null
    where r.lost or r.seen_at > longhand.clock()
      or r.seen_at < longhand.clock() - p_silent * interval '1 millisecond'), '[]');
end $$;
