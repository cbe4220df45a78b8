-- Work across all owners.

create function longhand.sweep() returns json language plpgsql as $$
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
  return json_build_object('checkpoints', v_checkpoints, 'conversations', v_conversations, 'jobs', longhand.end_crash_loops(null));
end $$;

create function longhand.sizes() returns json language plpgsql stable as $$
begin
  perform longhand.act_for_all();
  return coalesce((
    select json_agg(json_build_object('owner', s.owner, 'conversations', s.n, 'bytes', s.bytes) order by s.bytes desc, s.owner)
    from (select owner, count(*) as n, sum(bytes) as bytes from longhand.conversations group by owner) s), '[]');
end $$;

-- What changed since, for clients that cannot listen.
create function longhand.changes(p_since bigint) returns json language plpgsql stable as $$
begin
  perform longhand.act_for_all();
  return json_build_object('now', longhand.ms(longhand.clock()), 'changed', coalesce((
    select json_agg(json_build_object('owner', owner, 'conversation', id, 'version', version))
    from longhand.conversations where updated_at >= longhand.instant(p_since)), '[]'));
end $$;

create function longhand.check() returns json language plpgsql as $$
begin
  if current_setting('transaction_read_only') = 'on' then
    raise exception 'the database is read-only' using errcode = '25006';
  end if;
  return null;
end $$;
