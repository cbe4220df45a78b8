-- Everyone sees their own rows and nobody else's, by row-level security, forced. Entries can be added, never changed.
grant usage on schema longhand to authenticated, service_role;

do $$
declare t text;
begin
  for t in select tablename from pg_tables where schemaname = 'longhand' loop
    execute format('alter table longhand.%I enable row level security, force row level security', t);
    if t <> 'words' then
      execute format('create policy see on longhand.%I for select to authenticated using (owner = (select auth.uid()))', t);
    end if;
    execute format('create policy add on longhand.%I for insert to authenticated with check (owner = (select auth.uid()))', t);
    execute format('grant select, insert on longhand.%I to authenticated', t);
    execute format('grant all on longhand.%I to service_role', t);
  end loop;
  foreach t in array array['projects', 'conversations', 'lines', 'compactions', 'turns', 'checkpoints', 'runs', 'memories', 'states'] loop
    execute format('create policy change on longhand.%I for update to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()))', t);
    execute format('create policy remove on longhand.%I for delete to authenticated using (owner = (select auth.uid()))', t);
    execute format('grant update, delete on longhand.%I to authenticated', t);
  end loop;
end $$;

-- Text search cannot use its index next to a policy: its operator might reveal rows that the policy hides. Inside the
-- policy it can. So the query is part of the policy, and without a query no words are visible.
create function longhand.search_query() returns tsquery language sql stable as
$$ select nullif(current_setting('longhand.search_query', true), '')::tsquery $$;

create policy see on longhand.words for select to authenticated
  using (owner = (select auth.uid()) and words @@ (select longhand.search_query()));

-- The first line of every operation: from here to the end of the transaction, only the owner's rows exist.
-- Only the server's own login may call the operations: a caller of this function can act as any owner.
create function longhand.act_as(p_owner uuid) returns void language plpgsql as $$
begin
  perform set_config('request.jwt.claims', json_build_object('sub', p_owner, 'role', 'authenticated')::text, true),
    set_config('role', 'authenticated', true);
end $$;

-- For work across owners.
create function longhand.act_for_all() returns void language plpgsql as $$
begin
  perform set_config('role', 'service_role', true);
end $$;

-- The last word may be unfinished, as it is while someone types.
create function longhand.parse_query(p_words text) returns tsquery language sql immutable as
$$ select case when q = ''::tsquery then q when q::text ~ '''$' then (q::text || ':*')::tsquery else q end
   from websearch_to_tsquery('simple', p_words) q $$;

-- The first line of a search. A very frequent word returns a sample of its matches, so that no search takes long.
create function longhand.act_to_search(p_owner uuid, p_words text) returns tsquery language plpgsql as $$
declare v_query tsquery := longhand.parse_query(p_words);
begin
  perform longhand.act_as(p_owner);
  perform set_config('gin_fuzzy_search_limit', '20000', true), set_config('longhand.search_query', v_query::text, true);
  return v_query;
end $$;
