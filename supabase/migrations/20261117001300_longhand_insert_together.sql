-- Messages that come together are written together: a statement for all of them takes less than half the time of two
-- statements for each, on the embedded engine most of all. One or two are as fast one by one.

create function longhand.insert_messages(c longhand.conversations, p_line int, p_depth int, p_messages jsonb, p_at timestamptz,
  inout number int, inout turns int, inout sum bigint, in_force int, undone int[],
  out depth int, out bytes bigint, out role text, out preview text, out places json[])
language plpgsql as $$
begin
  with given as materialized (
    select x.*, x.place::int as n, (count(*) filter (where x.role = 'user') over so_far)::int as users,
      pg_catalog.sum(x.tokens) over so_far as tokens_so_far
    from rows from (jsonb_to_recordset(p_messages) as (id text, role text, tokens int, preview text, words text, body text, about text, at bigint))
      with ordinality as x (id, role, tokens, preview, words, body, about, at, place)
    window so_far as (order by x.place rows unbounded preceding)
  ), entries as (
    insert into longhand.entries (conversation, line, depth, owner, id, type, number, turns, sum, in_force, undone,
      tokens, role, preview, body, about, at)
    select c.id, p_line, p_depth + n, c.owner, id, 'message', insert_messages.number + n, insert_messages.turns + users,
      insert_messages.sum + tokens_so_far, insert_messages.in_force, insert_messages.undone,
      tokens, g.role, g.preview, body::json, about::json, coalesce(longhand.instant(at), p_at)
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

create or replace function longhand.insert_entries(c longhand.conversations, p_line int, p_depth int, p_entries jsonb, p_at timestamptz,
  out depth int, out bytes bigint, out role text, out preview text, out places json[],
  out number int, out turns int, out sum bigint, out in_force int, out undone int[])
language plpgsql as $$
declare x record; named record; together record;
begin
  select s.number, s.turns, s.sum, s.in_force, s.undone into number, turns, sum, in_force, undone
  from longhand.values_at(c.id, p_line, p_depth) s;
  number := coalesce(number, 0);
  turns := coalesce(turns, 0);
  sum := coalesce(sum, 0);
  depth := p_depth;
  bytes := 0;
  if jsonb_array_length(p_entries) > 2 and not p_entries @? '$[*] ? (@.type != "message")' then
    select * into together from longhand.insert_messages(c, p_line, p_depth, p_entries, p_at, number, turns, sum, in_force, undone);
    depth := together.depth;
    bytes := together.bytes;
    role := together.role;
    preview := together.preview;
    places := together.places;
    number := together.number;
    turns := together.turns;
    sum := together.sum;
    p_entries := '[]';
  end if;
  for x in
    select * from jsonb_to_recordset(p_entries) as (id text, type text, role text, tokens int, preview text, words text,
      ref text, version int, hidden int4multirange, span int4range, action text, body text, about text, at bigint)
  loop
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
      select * into named from longhand.values_at(c.id, p_line, in_force);
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
        select * into named from longhand.values_at(c.id, p_line, undone[cardinality(undone)]);
        if x.ref = named.id then
          in_force := undone[cardinality(undone)];
          undone := nullif(undone[:cardinality(undone) - 1], '{}');
        end if;
      end if;
    end if;
    insert into longhand.entries (conversation, line, depth, owner, id, type, number, turns, sum, in_force, undone,
      tokens, role, preview, ref, version, hidden, span, action, body, about, at)
    values (c.id, p_line, insert_entries.depth, c.owner, x.id, x.type, insert_entries.number, insert_entries.turns, insert_entries.sum, insert_entries.in_force, insert_entries.undone,
      coalesce(x.tokens, 0), x.role, x.preview, x.ref, x.version, x.hidden, x.span, x.action, x.body::json, x.about::json,
      coalesce(longhand.instant(x.at), p_at));
    places := places || json_build_object('line', p_line, 'depth', depth, 'number', number, 'at', longhand.ms(p_at));
    if x.words <> '' then
      insert into longhand.words (conversation, line, depth, owner, words)
      values (c.id, p_line, insert_entries.depth, c.owner, strip(to_tsvector('simple', x.words)));
    end if;
  end loop;
  update longhand.lines l set tip = insert_entries.depth where l.conversation = c.id and l.line = p_line;
end $$;

revoke execute on function longhand.insert_messages(longhand.conversations, int, int, jsonb, timestamptz, int, int, bigint, int, int[]) from public;
grant execute on function longhand.insert_messages(longhand.conversations, int, int, jsonb, timestamptz, int, int, bigint, int, int[]) to authenticated, service_role;
