-- An answer is found by the id that its provider gave it. The id is a column of its own: next to a policy, an index over
-- what is inside the JSON would not be used, and reading inside it fails where any of it is a NUL. The writer sends the id
-- beside the JSON, for those that fit into an index.
alter table longhand.entries add column response text;
-- In the order of the look, so that an id which many answers have costs no more than one of its own.
create index entries_response on longhand.entries (owner, response, at, depth) where response is not null;

alter type longhand.entry_row add attribute response text;

create or replace function longhand.insert_messages(c longhand.conversations, p_line int, p_depth int, p_messages jsonb, p_at timestamptz,
  inout number int, inout turns int, inout sum bigint, in_force int, undone int[],
  out depth int, out bytes bigint, out role text, out preview text, out places json[])
language plpgsql as $$
begin
  with given as materialized (
    select x.*, x.place::int as n, (count(*) filter (where x.role = 'user') over so_far)::int as users,
      pg_catalog.sum(x.tokens) over so_far as tokens_so_far
    from rows from (jsonb_to_recordset(p_messages) as (id text, role text, tokens int, preview text, words text, body text, about text,
        response text, at bigint))
      with ordinality as x (id, role, tokens, preview, words, body, about, response, at, place)
    window so_far as (order by x.place rows unbounded preceding)
  ), entries as (
    insert into longhand.entries (conversation, line, depth, owner, id, type, number, turns, sum, in_force, undone,
      tokens, role, preview, body, about, response, at)
    select c.id, p_line, p_depth + n, c.owner, id, 'message', insert_messages.number + n, insert_messages.turns + users,
      insert_messages.sum + tokens_so_far, insert_messages.in_force, insert_messages.undone,
      tokens, g.role, g.preview, body::json, about::json, response, coalesce(longhand.instant(at), p_at)
    from given g
  ), words as (
    insert into longhand.words (conversation, line, depth, owner, words)
    select c.id, p_line, p_depth + n, c.owner, strip(to_tsvector('simple', words)) from given where words <> ''
  )
  select p_depth + max(n), insert_messages.number + max(n), insert_messages.turns + max(users),
    insert_messages.sum + pg_catalog.sum(tokens), pg_catalog.sum(octet_length(body)),
    (array_agg(g.role order by n desc) filter (where g.preview is not null))[1],
    (array_agg(g.preview order by n desc) filter (where g.preview is not null))[1],
    array_agg(json_build_object('line', p_line, 'depth', p_depth + n, 'number', insert_messages.number + n, 'at', longhand.ms(p_at)) order by n)
  into depth, number, turns, sum, bytes, role, preview, places from given g;
end $$;

-- Inserts entries after a place of a line, with their running values. Which compaction is in force after an undo, a redo
-- or a compaction is decided only here. Entries without a time get `p_at`. The line's tip is the caller's.
create or replace function longhand.add_entries(c longhand.conversations, p_line int, p_depth int, p_entries jsonb, p_at timestamptz,
  out depth int, out bytes bigint, out role text, out preview text, out places json[],
  out number int, out turns int, out sum bigint, out in_force int, out undone int[])
language plpgsql as $$
declare x longhand.entry_row; named record; together record;
begin
  number := 0;
  turns := 0;
  sum := 0;
  if p_line = c.line and p_depth = c.depth and c.compaction is null and c.undone is null then
    -- The conversation has the values of its head.
    number := c.number;
    turns := c.turns;
    sum := c.tokens;
  elsif p_depth > 0 then
    named := longhand.values_at(c.id, p_line, p_depth);
    number := coalesce(named.number, 0);
    turns := coalesce(named.turns, 0);
    sum := coalesce(named.sum, 0);
    in_force := named.in_force;
    undone := named.undone;
  end if;
  depth := p_depth;
  bytes := 0;
  if jsonb_array_length(p_entries) > 2 and not p_entries @? '$[*] ? (@.type != "message")' then
    together := longhand.insert_messages(c, p_line, p_depth, p_entries, p_at, number, turns, sum, in_force, undone);
    depth := together.depth;
    bytes := together.bytes;
    role := together.role;
    preview := together.preview;
    places := together.places;
    number := together.number;
    turns := together.turns;
    sum := together.sum;
    return;
  end if;
  for at in 0 .. jsonb_array_length(p_entries) - 1 loop
    x := jsonb_populate_record(null::longhand.entry_row, p_entries->at);
    depth := depth + 1;
    bytes := bytes + octet_length(x.body);
    if x.type = 'message' then
      number := number + 1;
      sum := sum + x.tokens;
      if x.role = 'user' then turns := turns + 1; end if;
      if x.preview is not null then
        role := x.role;
        preview := x.preview;
      end if;
    elsif x.type <> 'protection' then
      named := longhand.values_at(c.id, p_line, in_force);
      if x.type = 'compaction' then
        if x.ref is distinct from named.id then
          raise exception 'another compaction is in force' using errcode = 'LH412';
        end if;
        in_force := depth;
        undone := null;
      elsif x.type = 'undo' and x.ref = named.id then
        undone := undone || in_force;
        in_force := (select e.depth from longhand.entries e where e.conversation = c.id and e.id = named.ref);
      elsif x.type = 'redo' then
        named := longhand.values_at(c.id, p_line, undone[cardinality(undone)]);
        if x.ref = named.id then
          in_force := undone[cardinality(undone)];
          undone := nullif(undone[:cardinality(undone) - 1], '{}');
        end if;
      end if;
    end if;
    insert into longhand.entries (conversation, line, depth, owner, id, type, number, turns, sum, in_force, undone,
      tokens, role, preview, ref, version, hidden, span, action, body, about, response, at)
    values (c.id, p_line, add_entries.depth, c.owner, x.id, x.type, add_entries.number, add_entries.turns, add_entries.sum,
      add_entries.in_force, add_entries.undone, coalesce(x.tokens, 0), x.role, x.preview, x.ref, x.version, x.hidden, x.span, x.action,
      x.body::json, x.about::json, x.response, coalesce(longhand.instant(x.at), p_at));
    places := places || json_build_object('line', p_line, 'depth', depth, 'number', number, 'at', longhand.ms(p_at));
    if x.words <> '' then
      insert into longhand.words (conversation, line, depth, owner, words)
      values (c.id, p_line, add_entries.depth, c.owner, strip(to_tsvector('simple', x.words)));
    end if;
  end loop;
end $$;

-- The newest of them, wherever it is. A look at each one's conversation instead of a join: Postgres would read all answers
-- that have the same id, and sort them.
create function longhand.find_by_response(p_owner uuid, p_response text) returns json language plpgsql stable as $$
begin
  perform longhand.act_as(p_owner);
  return (
    select json_build_object('conversation', e.conversation, 'entry', longhand.entry_json(e))
    from longhand.entries e
    where e.response = p_response
      and (select c.deleted_at is null and not c.importing from longhand.conversations c where c.id = e.conversation)
    order by e.at desc, e.depth desc limit 1);
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
