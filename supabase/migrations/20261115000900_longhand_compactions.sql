-- One live compaction per conversation (unique index), claimed with a lease, finished with a fence and a compare-and-set.

-- The texts of a compaction, in order; nothing for none.
-- Trimming old tool outputs does not invalidate a compaction: it was planned on the texts in force, and those stay.
create function longhand.texts_of(p_conversation uuid, p_id text) returns text language sql stable as $$
  select coalesce(string_agg(f.fold::text, ',' order by f.at), '')
  from longhand.entries e, json_array_elements(e.body->'folds') with ordinality f (fold, at)
  where e.conversation = p_conversation and e.id = p_id and f.fold->>'type' <> 'trim'
$$;

-- Whether what a compaction was planned on still holds. What was written after its span does not matter.
create function longhand.still_holds(c longhand.conversations, p_base text, p_epoch int, p_line int, p_span int4range) returns boolean
language sql stable as $$
  select case when c.compaction is not distinct from p_base then true
      else longhand.texts_of(c.id, c.compaction) = longhand.texts_of(c.id, p_base) end -- the texts in force
    and c.epoch = p_epoch and c.depth >= upper(p_span) - 1
    and longhand.source_of(c.id, c.line, upper(p_span) - 1) = longhand.source_of(c.id, p_line, upper(p_span) - 1)
$$;

create function longhand.drop_stale(j longhand.compactions) returns void language plpgsql as $$
begin
  update longhand.compactions set status = 'cancelled', reason = 'stale', ended_at = longhand.clock(), lease_until = null,
    deaths = deaths + (status = 'running' and lease_until < longhand.clock())::int
  where conversation = j.conversation and id = j.id;
end $$;

create function longhand.request_compaction(p_owner uuid, p_conversation uuid, p_id text, p_line int, p_depth int, p_base text,
  p_epoch int, p_span int4range, p_plan text, p_cooldown bigint) returns json
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
  insert into longhand.compactions (conversation, id, owner, status, line, depth, base, epoch, span, plan, deaths, at)
  values (c.id, p_id, c.owner, 'pending', p_line, p_depth, p_base, p_epoch, p_span, p_plan::json,
    -- One that takes the place of another does not make its deaths forgotten.
    case when newest.status = 'cancelled' then newest.deaths else 0 end,
    -- The newest is the last one requested, whatever the clock does. An import may bring any time at all.
    greatest(longhand.clock(), case when newest.at < longhand.clock() + interval '1 day' then newest.at + interval '1 millisecond' end))
  returning * into j;
  perform longhand.touch(p_conversation, 'compaction');
  return json_build_object('type', 'requested', 'job', longhand.compaction_json(j));
end $$;

create function longhand.claim_compaction(p_owner uuid, p_conversation uuid, p_worker text, p_lease int) returns json
language plpgsql as $$
declare j longhand.compactions;
begin
  perform longhand.act_as(p_owner);
  perform longhand.lock_conversation(p_conversation);
  j := longhand.take_compaction(p_conversation, '{pending,ready}', p_worker, p_lease);
  return case when j.id is not null then longhand.compaction_json(j) end;
end $$;

create function longhand.beat_compaction(p_owner uuid, p_conversation uuid, p_id text, p_attempt int, p_lease int) returns json
language plpgsql as $$
begin
  perform longhand.act_as(p_owner);
  update longhand.compactions set lease_until = longhand.clock() + p_lease * interval '1 millisecond'
  where conversation = p_conversation and id = p_id and attempt = p_attempt and status = 'running';
  return to_json(case when found then 'held' else 'lost' end);
end $$;

create function longhand.draft_compaction(p_owner uuid, p_conversation uuid, p_id text, p_attempt int, p_draft text) returns json
language plpgsql as $$
begin
  perform longhand.act_as(p_owner);
  update longhand.compactions set draft = p_draft::json
  where conversation = p_conversation and id = p_id and attempt = p_attempt and status = 'running';
  return to_json(found);
end $$;

-- Stores the finished text and releases the job: it waits until it is needed.
create function longhand.park_compaction(p_owner uuid, p_conversation uuid, p_id text, p_attempt int, p_draft text) returns json
language plpgsql as $$
declare v_found boolean;
begin
  perform longhand.act_as(p_owner);
  perform longhand.lock_conversation(p_conversation);
  update longhand.compactions set draft = p_draft::json, status = 'ready', worker = null, lease_until = null
  where conversation = p_conversation and id = p_id and attempt = p_attempt and status = 'running';
  v_found := found;
  if v_found then perform longhand.touch(p_conversation, 'compaction'); end if;
  return to_json(v_found);
end $$;

-- Releases a job that is not done: it can be claimed at once, and no crash is counted.
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

create function longhand.finish_compaction(p_owner uuid, p_conversation uuid, p_id text, p_attempt int, p_entries jsonb, p_receipt text) returns json
language plpgsql as $$
declare c longhand.conversations; j longhand.compactions; v_written json;
begin
  perform longhand.act_as(p_owner);
  c := longhand.lock_conversation(p_conversation);
  select * into j from longhand.compactions
  where conversation = p_conversation and id = p_id and status = 'running'
    and attempt = p_attempt; -- the fence
  if not found then return json_build_object('type', 'lost'); end if;
  if not longhand.still_holds(c, j.base, j.epoch, j.line, j.span) then -- the compare-and-set
    perform longhand.drop_stale(j);
    perform longhand.touch(p_conversation, 'compaction');
    return json_build_object('type', 'stale');
  end if;
  perform longhand.save_checkpoint(c, 'before-compaction', 'Before condensing ' || (p_entries->0->>'version'), '{}', null);
  v_written := longhand.write(c, p_entries, null, 'follows');
  update longhand.compactions set status = 'done', receipt = p_receipt::json, ended_at = longhand.clock(), lease_until = null
  where conversation = p_conversation and id = p_id returning * into j;
  return json_build_object('type', 'done', 'job', longhand.compaction_json(j), 'written', v_written);
end $$;

create function longhand.end_compaction(p_owner uuid, p_conversation uuid, p_id text, p_attempt int, p_end text, p_reason text) returns json
language plpgsql as $$
declare v_found boolean;
begin
  perform longhand.act_as(p_owner);
  perform longhand.lock_conversation(p_conversation);
  update longhand.compactions set status = p_end, reason = p_reason, ended_at = longhand.clock(), lease_until = null
  where conversation = p_conversation and id = p_id and attempt = p_attempt and status = 'running';
  v_found := found;
  if v_found then perform longhand.touch(p_conversation, 'compaction'); end if;
  return to_json(v_found);
end $$;

create function longhand.cancel_compaction(p_owner uuid, p_conversation uuid) returns json
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

create function longhand.get_compaction(p_owner uuid, p_conversation uuid, p_id text) returns json
language plpgsql stable as $$
declare j longhand.compactions;
begin
  perform longhand.act_as(p_owner);
  select * into j from longhand.compactions where conversation = (longhand.read_conversation(p_conversation)).id and id = p_id;
  if not found then raise exception 'no such compaction' using errcode = 'LH404'; end if;
  return longhand.compaction_json(j);
end $$;

create function longhand.list_compactions(p_owner uuid, p_conversation uuid, p_limit int) returns json
language plpgsql stable as $$
begin
  perform longhand.act_as(p_owner);
  return coalesce((
    select json_agg(longhand.compaction_json(j) order by j.at desc, j.id desc) from (
      select * from longhand.compactions where conversation = (longhand.read_conversation(p_conversation)).id
      order by at desc, id desc limit p_limit) j), '[]');
end $$;
