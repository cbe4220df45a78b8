-- As before, but that a time from the end of the calendar, which an import may bring, is not counted on.
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
    -- The newest is the last one requested, whatever the clock does. An import may bring any time at all.
    greatest(longhand.clock(), case when newest.at < longhand.clock() + interval '1 day' then newest.at + interval '1 millisecond' end))
  returning * into j;
  perform longhand.touch(p_conversation, 'compaction');
  return json_build_object('type', 'requested', 'job', longhand.compaction_json(j));
end $$;
alter function longhand.request_compaction(uuid, uuid, text, int, int, text, int, int4range, text, bigint) set search_path = '';
