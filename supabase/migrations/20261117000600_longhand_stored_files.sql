-- The files of projects count in what an owner stores.

-- Takes a slot of a rate, unless its owner has to wait. The row's lock makes all processes take turns.
create or replace function longhand.take_allowance(
  p_owner uuid, p_name text, p_every double precision, p_ahead double precision, p_bytes boolean) returns json
language plpgsql as $$
declare v_reached double precision; v_now double precision; v_wait double precision;
begin
  perform longhand.act_as(p_owner);
  insert into longhand.states (owner, kind, name, state, at) values (p_owner, 'rate', p_name, '0', longhand.clock())
  on conflict do nothing;
  select (state #>> '{}')::double precision into v_reached from longhand.states
  where owner = p_owner and kind = 'rate' and name = p_name for update;
  v_now := longhand.ms(longhand.clock());
  -- Nobody waits for a clock that was set back.
  v_reached := greatest(v_now, least(v_reached, v_now + p_ahead + p_every));
  v_wait := v_reached - v_now - p_ahead;
  if v_wait < 1 then
    v_wait := 0;
    update longhand.states set state = to_json(v_reached + p_every), at = longhand.clock()
    where owner = p_owner and kind = 'rate' and name = p_name;
  end if;
  return json_build_object('waitMs', ceil(v_wait),
    'bytes', case when p_bytes then (select coalesce(sum(bytes), 0) from longhand.conversations where owner = p_owner)
      + (select coalesce(sum(octet_length(text)), 0) from longhand.project_files where owner = p_owner) end,
    'dollars', coalesce((select (state #>> '{}')::double precision from longhand.states
      where owner = p_owner and kind = 'money' and name = longhand.month()), 0));
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
