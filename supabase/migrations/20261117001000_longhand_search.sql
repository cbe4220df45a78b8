-- Search looks at the newest messages first: a frequent word is found there, and would match thousands in the index of all
-- words. What is not found there is not frequent, and the index has it.

create type longhand.hit as (conversation uuid, line int, depth int, at timestamptz);

-- The newest matches among the last `p_reach` messages of the conversations that changed last: only those that nothing
-- unread can be newer than. Row-level security leaves the owner's that match. The indexes of words and tables would be read as a whole for a frequent word, so they are off.
create function longhand.newest_hits(p_conversation uuid, p_limit int, p_reach int) returns longhand.hit[]
language plpgsql stable set enable_bitmapscan = off set enable_seqscan = off as $$
declare
  k record; l record;
  v_left int := p_reach;
  v_from int;
  v_unread timestamptz := '-infinity';
  v_found longhand.hit[] := '{}';
begin
  for k in
    select id, updated_at from longhand.conversations
    where deleted_at is null and not importing and (p_conversation is null or id = p_conversation)
    order by updated_at desc, id desc
  loop
    if v_left <= 0 then
      v_unread := greatest(v_unread, k.updated_at);
      exit;
    end if;
    -- A conversation costs a look, however short it is.
    v_left := v_left - 10;
    for l in select line, forked, tip from longhand.lines where conversation = k.id order by line desc loop
      v_from := greatest(l.forked, l.tip - greatest(v_left, 0));
      v_left := v_left - (l.tip - v_from);
      if v_from > l.forked then
        v_unread := greatest(v_unread, (
          select at from longhand.entries where conversation = k.id and line = l.line and depth = v_from));
      end if;
      v_found := v_found || array(
        select (w.conversation, w.line, w.depth, e.at)::longhand.hit from longhand.words w
        join longhand.entries e on e.conversation = w.conversation and e.line = w.line and e.depth = w.depth
        where w.conversation = k.id and w.line = l.line and w.depth > v_from and w.depth <= l.tip
        order by w.conversation desc, w.line desc, w.depth desc limit p_limit);
    end loop;
  end loop;
  return array(select h from unnest(v_found) h where h.at >= v_unread order by h.at desc, h.depth desc limit p_limit);
end $$;

-- The newest matches of all. A very frequent word returns a sample of its matches, so that no search takes long.
create function longhand.indexed_hits(p_conversation uuid, p_limit int) returns longhand.hit[]
language plpgsql stable as $$
begin
  return array(
    select (e.conversation, e.line, e.depth, e.at)::longhand.hit from longhand.words w
    join longhand.conversations k on k.id = w.conversation and k.deleted_at is null and not k.importing
    join longhand.entries e on e.conversation = w.conversation and e.line = w.line and e.depth = w.depth
    where p_conversation is null or w.conversation = p_conversation
    order by e.at desc, e.depth desc limit p_limit);
end $$;

-- A short message comes with its hit, so that what was found can be shown without another look.
create or replace function longhand.search_entries(p_owner uuid, p_words text, p_conversation uuid, p_limit int) returns json
language plpgsql as $$
declare v_hits longhand.hit[];
begin
  if numnode(longhand.act_to_search(p_owner, p_words)) = 0 then return '[]'; end if;
  v_hits := longhand.newest_hits(p_conversation, p_limit, 1000);
  if cardinality(v_hits) < p_limit then v_hits := longhand.indexed_hits(p_conversation, p_limit); end if;
  return coalesce((
    select json_agg(json_build_object('conversation', e.conversation, 'title', c.title, 'entry', e.id,
      'place', json_build_object('line', e.line, 'depth', e.depth), 'number', e.number, 'role', e.role,
      'preview', coalesce(e.preview, ''), 'at', longhand.ms(e.at),
      'message', case when octet_length(e.body::text) <= 20000 then e.body end) order by e.at desc, e.depth desc)
    from unnest(v_hits) h
    join longhand.entries e on e.conversation = h.conversation and e.line = h.line and e.depth = h.depth
    join longhand.conversations c on c.id = e.conversation), '[]');
end $$;

-- Without the notice that a comparison with an empty query gives.
create or replace function longhand.parse_query(p_words text) returns tsquery language sql immutable as
$$ select case when numnode(q) > 0 and q::text ~ '''$' then (q::text || ':*')::tsquery else q end
   from websearch_to_tsquery('simple', p_words) q $$;

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
