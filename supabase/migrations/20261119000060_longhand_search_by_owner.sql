-- A search reads the words of its owner: each word in the index begins with a mark of whose it is, and so does each word
-- looked for. All matches are found, however many others say the same, and what others say makes no search slower.
-- The mark is short, because each word carries it. Among 65,536 owners two may share one: row-level security parts them.
set local statement_timeout = 0;

-- The space is in no word.
create function longhand.mark(p_whose uuid) returns text language sql immutable as
$$ select right(p_whose::text, 4) || ' ' $$;

-- The mark alone is there too, for searches that only exclude words. A lexeme has at most 2,046 bytes.
create function longhand.marked(p_whose uuid, p_words tsvector) returns tsvector language sql immutable as
$$ select array_to_tsvector(mark || array(
     select mark || word from unnest(tsvector_to_array(p_words)) word where octet_length(word) <= 2041))
   from (select longhand.mark(p_whose) offset 0) once(mark) $$;

create function longhand.marked(p_whose uuid, p_query tsquery) returns tsquery language sql immutable as
$$ select case when numnode(p_query) = 0 then p_query
     when querytree(p_query) in ('', 'T') then quote_literal(longhand.mark(p_whose))::tsquery && q else q end
   from (select regexp_replace(p_query::text, '''((?:[^'']|'''')+)''', '''' || longhand.mark(p_whose) || '\1''', 'g')::tsquery) marked(q) $$;

-- Words of a backup have their mark already.
create function longhand.mark_words() returns trigger language plpgsql as $$
begin
  if not new.words @@ quote_literal(longhand.mark(new.owner))::tsquery then
    new.words := longhand.marked(new.owner, new.words);
  end if;
  return new;
end $$;
create trigger mark_words before insert on longhand.words for each row execute function longhand.mark_words();

-- A new type writes the table and its indexes anew, whoever's the rows are.
drop policy see on longhand.words;
alter table longhand.words alter column words type tsvector using longhand.marked(owner, words);
create policy see on longhand.words for select to authenticated
  using (owner = (select auth.uid()) and words @@ (select longhand.search_query()));

-- From here on, those words of the owner are visible that match.
create function longhand.look_for(p_query tsquery) returns void language plpgsql as $$
begin
  perform set_config('longhand.search_query', longhand.marked((select auth.uid()), p_query)::text, true);
end $$;

-- The first line of a search.
create or replace function longhand.act_to_search(p_owner uuid, p_words text) returns tsquery language plpgsql as $$
declare v_query tsquery := longhand.parse_query(p_words);
begin
  perform longhand.act_as(p_owner);
  perform longhand.look_for(v_query);
  return v_query;
end $$;

-- All words as they are. A path or a joined word is looked for as a whole and in its parts; the index does not know what
-- stands beside what.
create function longhand.parse_exact(p_words text) returns tsquery language sql immutable as
$$ select regexp_replace(websearch_to_tsquery('simple', p_words)::text, '<(-|\d+)>', '&', 'g')::tsquery $$;

create function longhand.newest_matches(p_query tsquery, p_conversation uuid, p_limit int) returns longhand.hit[]
language plpgsql as $$
declare v_hits longhand.hit[];
begin
  perform longhand.look_for(p_query);
  v_hits := longhand.newest_hits(p_conversation, p_limit, 1000);
  if cardinality(v_hits) < p_limit then v_hits := longhand.indexed_hits(p_conversation, p_limit); end if;
  return v_hits;
end $$;

-- Messages with the exact words first, then those in which the last word is the beginning of one or a path is in parts.
-- Both newest first. A short message comes with its hit.
drop function longhand.search_entries(uuid, text, uuid, int);
create function longhand.search_entries(p_owner uuid, p_words text, p_conversation uuid, p_limit int, p_exact text default null)
returns json language plpgsql as $$
declare
  v_query tsquery := longhand.act_to_search(p_owner, p_words);
  v_exact tsquery := coalesce(longhand.parse_exact(p_exact), '');
  v_hits longhand.hit[] := '{}';
begin
  if numnode(v_query) = 0 then return '[]'; end if;
  if numnode(v_exact) > 0 then v_hits := longhand.newest_matches(v_exact, p_conversation, p_limit); end if;
  if cardinality(v_hits) < p_limit then
    v_hits := v_hits || array(
      select h from unnest(longhand.newest_matches(v_query, p_conversation, p_limit)) h
      where h <> all (v_hits) order by h.at desc, h.depth desc);
  end if;
  return coalesce((
    select json_agg(json_build_object('conversation', e.conversation, 'title', c.title, 'entry', e.id,
      'place', json_build_object('line', e.line, 'depth', e.depth), 'number', e.number, 'role', e.role,
      'preview', coalesce(e.preview, ''), 'at', longhand.ms(e.at),
      'message', case when octet_length(e.body::text) <= 20000 then e.body end) order by h.place)
    from unnest(v_hits) with ordinality h(conversation, line, depth, at, place)
    join longhand.entries e on e.conversation = h.conversation and e.line = h.line and e.depth = h.depth
    join longhand.conversations c on c.id = e.conversation
    where h.place <= p_limit), '[]');
end $$;

drop function longhand.search_memories(uuid, text, uuid, int);
create function longhand.search_memories(p_owner uuid, p_words text, p_project uuid, p_limit int, p_exact text default null)
returns json language plpgsql as $$
declare
  v_query tsquery := longhand.act_to_search(p_owner, p_words);
  v_exact tsquery := coalesce(longhand.parse_exact(p_exact), '');
begin
  return coalesce((
    select json_agg(found.memory order by found.exact desc, found.rank desc, found.at desc) from (
      select longhand.memory_json(m, c) as memory, m.words @@ v_exact as exact, ts_rank(m.words, v_query) as rank, m.at
      from longhand.memories m
      join longhand.conversations c on c.id = m.conversation and c.deleted_at is null and not c.importing
      where m.owner = p_owner and (m.words @@ v_query or m.words @@ v_exact) and (p_project is null or c.project = p_project)
      order by exact desc, rank desc, m.at desc limit p_limit) found), '[]');
end $$;

create or replace function longhand.list_conversations(p_owner uuid, p jsonb) returns json
language plpgsql set search_path = '' as $$
declare v_query tsquery; v_found uuid[];
begin
  if not p ? 'search' then
    perform longhand.act_as(p_owner);
  else
    v_query := longhand.act_to_search(p_owner, p->>'search');
    v_found := array(
      select id from longhand.conversations where owner = p_owner and to_tsvector('simple', coalesce(title, '')) @@ v_query
      union select conversation from longhand.memories where owner = p_owner and words @@ v_query
      union select conversation from longhand.matching_depths(null));
  end if;
  return coalesce((
    select json_agg(longhand.conversation_json(c) order by c.updated_at desc, c.id desc)
    from (
      select * from longhand.conversations
      where owner = p_owner and not importing
        and (deleted_at is not null) = (p ? 'deleted')
        and (not p ? 'pinned' or longhand.is_pinned(settings))
        and (not p ? 'project' or project is not distinct from (p->>'project')::uuid)
        and (not p ? 'search' or id = any (v_found))
        and (not p ? 'at' or (updated_at, id) < (longhand.instant((p->>'at')::bigint), (p->>'id')::uuid))
      order by updated_at desc, id desc limit (p->>'limit')::int) c), '[]');
end $$;

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
