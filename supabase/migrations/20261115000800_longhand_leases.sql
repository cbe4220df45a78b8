-- Which worker holds which job. Crashes are counted apart from attempts, and leases survive a clock that was set back.

-- A lease never ends later than its length from now, unless the clock was set back after it was taken. Then it is
-- shortened: a running worker has time to renew it, and that of a crashed one expires. All, or those of one conversation.
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

-- The engine does not retry a job after two crashes. A job that crashes every worker that touches it is ended here.
create function longhand.end_crash_loops(p_conversation uuid) returns int language plpgsql as $$
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

-- Takes a job that waits in one of these states, or one whose worker went silent, in a conversation that is locked.
create function longhand.take_compaction(p_conversation uuid, p_waiting text[], p_worker text, p_lease int) returns longhand.compactions
language plpgsql as $$
declare j longhand.compactions;
begin
  perform longhand.shorten_leases(p_conversation, p_lease), longhand.end_crash_loops(p_conversation);
  update longhand.compactions set deaths = deaths + (status = 'running' and worker <> p_worker)::int,
    status = 'running', worker = p_worker, attempt = attempt + 1,
    lease_until = longhand.clock() + p_lease * interval '1 millisecond'
  where conversation = p_conversation
    and (status = any (p_waiting) or (status = 'running' and lease_until < longhand.clock()))
  returning * into j;
  if found then perform longhand.touch(p_conversation, 'compaction'); end if;
  return j;
end $$;

create function longhand.take_turn(t longhand.turns, p_worker text, p_lease int) returns longhand.turns
language plpgsql as $$
begin
  update longhand.turns set deaths = deaths + (worker <> p_worker)::int, attempt = attempt + 1, worker = p_worker,
    lease_until = longhand.clock() + p_lease * interval '1 millisecond'
  where conversation = t.conversation and id = t.id returning * into t;
  return t;
end $$;

-- The conversation is locked before the job, as everywhere; a conversation that is locked is skipped.
create function longhand.claim_any_compaction(p_worker text, p_lease int) returns json language plpgsql as $$
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

create function longhand.claim_any_turn(p_worker text, p_lease int) returns json language plpgsql as $$
declare v_conversation uuid; t longhand.turns;
begin
  perform longhand.act_for_all();
  perform longhand.shorten_leases(null, p_lease), longhand.end_crash_loops(null);
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

create function longhand.end_leases() returns json language plpgsql as $$
begin
  perform longhand.act_for_all();
  update longhand.compactions set lease_until = '-infinity' where status = 'running';
  update longhand.turns set lease_until = '-infinity' where status = 'running';
  update longhand.runs set lost = true;
  return null;
end $$;
