-- Searches run as their owner, under row-level security, like everything else that an owner asks for.

-- Text search cannot use its index beside a policy: its operator might tell of rows that the policy hides. Inside the
-- policy it can. So what is looked for is a part of it, and whoever looks for nothing sees no words.
create function longhand.words_sought() returns tsquery language sql stable as
$$ select nullif(current_setting('longhand.words_sought', true), '')::tsquery $$;

drop policy see on longhand.words;
create policy see on longhand.words for select to authenticated
  using (owner = (select auth.uid()) and words @@ (select longhand.words_sought()));

-- There is one memory for each conversation, so an owner's are few: no index over those of everyone.
drop index longhand.memories_found;

-- The first line of a search. A word that is nearly everywhere gives a sample of what it is in, so that none takes long.
drop function longhand.act_to_search();
create function longhand.act_to_search(p_owner uuid, p_words text) returns tsquery language plpgsql as $$
declare v_query tsquery := longhand.query_of(p_words);
begin
  perform longhand.act_as(p_owner);
  perform set_config('gin_fuzzy_search_limit', '20000', true), set_config('longhand.words_sought', v_query::text, true);
  return v_query;
end $$;

create or replace function longhand.search_entries(p_owner uuid, p_words text, p_conversation uuid, p_limit int) returns json
language plpgsql as $$
begin
  perform longhand.act_to_search(p_owner, p_words);
  return coalesce((
    select json_agg(json_build_object('conversation', e.conversation, 'title', c.title, 'entry', e.id,
      'place', json_build_object('line', e.line, 'depth', e.depth), 'number', e.number, 'role', e.role,
      'preview', coalesce(e.preview, ''), 'at', longhand.ms(e.at)) order by e.at desc, e.depth desc)
    from (
      select w.conversation, w.line, w.depth from longhand.words w
      join longhand.conversations k on k.id = w.conversation and k.deleted_at is null and not k.importing
      where w.owner = p_owner and (p_conversation is null or w.conversation = p_conversation)
      order by (select at from longhand.entries t where t.conversation = w.conversation and t.line = w.line and t.depth = w.depth) desc,
        w.depth desc
      limit p_limit) w
    join longhand.entries e on e.conversation = w.conversation and e.line = w.line and e.depth = w.depth
    join longhand.conversations c on c.id = e.conversation), '[]');
end $$;

create or replace function longhand.search_memories(p_owner uuid, p_words text, p_project uuid, p_limit int) returns json language plpgsql as $$
declare v_query tsquery := longhand.act_to_search(p_owner, p_words);
begin
  return coalesce((
    select json_agg(found.memory order by found.rank desc, found.at desc) from (
      select longhand.memory_json(m, c) as memory, ts_rank(m.words, v_query) as rank, m.at
      from longhand.memories m
      join longhand.conversations c on c.id = m.conversation and c.deleted_at is null and not c.importing
      where m.owner = p_owner and m.words @@ v_query and (p_project is null or c.project = p_project)
      order by rank desc, m.at desc limit p_limit) found), '[]');
end $$;

-- Newest first. `p`: search, project (null for none), deleted, at and id of the last one seen, limit.
create or replace function longhand.list_conversations(p_owner uuid, p jsonb) returns json
language plpgsql as $$
declare v_query tsquery; v_found uuid[];
begin
  if not p ? 'search' then
    perform longhand.act_as(p_owner);
  else
    v_query := longhand.act_to_search(p_owner, p->>'search');
    v_found := array(
      select id from longhand.conversations where owner = p_owner and to_tsvector('simple', coalesce(title, '')) @@ v_query
      union select conversation from longhand.memories where owner = p_owner and words @@ v_query
      union select conversation from (select conversation from longhand.words where owner = p_owner limit 10000) said);
  end if;
  return coalesce((
    select json_agg(longhand.conversation_json(c) order by c.updated_at desc, c.id desc)
    from (
      select * from longhand.conversations
      where owner = p_owner and not importing
        and (deleted_at is not null) = (p ? 'deleted')
        and (not p ? 'project' or project is not distinct from (p->>'project')::uuid)
        and (not p ? 'search' or id = any (v_found))
        and (not p ? 'at' or (updated_at, id) < (longhand.instant((p->>'at')::bigint), (p->>'id')::uuid))
      order by updated_at desc, id desc limit (p->>'limit')::int) c), '[]');
end $$;

-- Operations are for the server's own login alone; what they are made of is open to those it runs as.
do $$
declare f record;
begin
  for f in
    select p.oid::regprocedure as name, p.prosrc ~ 'act_(as|for_all|to_search)\(' or p.proname ~ '^act_' as chooses
    from pg_proc p where p.pronamespace = 'longhand'::regnamespace
  loop
    execute format('revoke execute on function %s from public', f.name);
    if f.chooses then
      execute format('alter function %s set search_path = ''''', f.name);
    else
      execute format('grant execute on function %s to authenticated, service_role', f.name);
    end if;
  end loop;
end $$;
revoke execute on function longhand.act_as(uuid) from service_role;
