-- The operations choose the owner they act as, so only the server's own login may call them. The functions they share run
-- under row-level security and may be called by the roles they run as. Trigger functions may be called by no one.
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
