-- Which ids of its provider an owner was answered, for whichever process they are named to next: as hashes, without a word
-- of what was said. Providers hold answers for thirty days.
alter table longhand.states drop constraint states_kind_check,
  add constraint states_kind_check check (kind in ('calibration', 'breaker', 'rate', 'money', 'report', 'prose', 'answered'));

-- For the sweep, which looks for those of all owners.
create index states_answered on longhand.states (at) where kind = 'answered';

-- In the order of their names, so that two processes never wait for each other.
create function longhand.note_answered(p_owner uuid, p_names text[]) returns json language plpgsql set search_path = '' as $$
begin
  perform longhand.act_as(p_owner);
  insert into longhand.states (owner, kind, name, state, at)
  select p_owner, 'answered', n.name, 'true', longhand.clock() from (select distinct unnest(p_names) as name order by 1) n
  on conflict (owner, kind, name) do update set at = excluded.at;
  return null;
end $$;

-- Whether an owner was answered all of them.
create function longhand.are_answered(p_owner uuid, p_names text[]) returns json language plpgsql stable set search_path = '' as $$
declare v_old timestamptz := longhand.clock() - interval '30 days';
begin
  perform longhand.act_as(p_owner);
  return to_json(not exists (
    select from unnest(p_names) as n (name) where not exists (
      select from longhand.states s
      where s.owner = p_owner and s.kind = 'answered' and s.name = n.name and s.at >= v_old)));
end $$;

create or replace function longhand.sweep() returns json language plpgsql set search_path = '' as $$
declare
  v_old timestamptz := longhand.clock() - interval '30 days';
  v_checkpoints int; v_conversations int;
begin
  perform longhand.act_for_all();
  delete from longhand.checkpoints where at < v_old;
  get diagnostics v_checkpoints = row_count;
  delete from longhand.conversations where deleted_at < v_old or (importing and updated_at < longhand.clock() - interval '1 day');
  get diagnostics v_conversations = row_count;
  delete from longhand.projects where deleted_at < v_old;
  delete from longhand.states where kind = 'answered' and at < v_old;
  return json_build_object('checkpoints', v_checkpoints, 'conversations', v_conversations, 'jobs', longhand.end_crash_loops(null));
end $$;

revoke execute on function longhand.note_answered(uuid, text[]) from public;
revoke execute on function longhand.are_answered(uuid, text[]) from public;
