-- Functions that the operations share. They run as the caller, under row-level security.
-- Those that read tables are plpgsql, which keeps its plans; single expressions are SQL, which is inlined.

create function longhand.clock() returns timestamptz language sql volatile as
$$ select date_trunc('milliseconds', clock_timestamp()) $$;

create function longhand.ms(t timestamptz) returns bigint language sql stable as
$$ select (extract(epoch from t) * 1000)::bigint $$;

create function longhand.instant(ms bigint) returns timestamptz language sql stable as
$$ select timestamptz 'epoch' + ms * interval '1 millisecond' $$;

create function longhand.conversation_json(c longhand.conversations) returns json language plpgsql stable as $$
begin
  return json_build_object(
    'id', c.id, 'kind', c.kind, 'project', c.project, 'title', c.title, 'model', c.model, 'settings', c.settings,
    'head', json_build_object('line', c.line, 'depth', c.depth, 'entry', c.entry, 'compaction', c.compaction, 'undone', c.undone),
    'totals', json_build_object('messages', c.number, 'turns', c.turns, 'tokens', c.tokens),
    'preview', case when c.preview is not null then json_build_object('role', c.preview_role, 'text', c.preview) end,
    'status', c.status,
    'checkpoints', (select count(*) from longhand.checkpoints k where k.conversation = c.id),
    'compactions', (select count(*) from longhand.compactions j where j.conversation = c.id and j.status = 'done'),
    'version', c.version, 'epoch', c.epoch,
    'createdAt', longhand.ms(c.created_at), 'updatedAt', longhand.ms(c.updated_at), 'deletedAt', longhand.ms(c.deleted_at));
end $$;

create function longhand.entry_json(e longhand.entries) returns json language sql stable as $$
  select json_build_object('id', e.id, 'type', e.type, 'line', e.line, 'depth', e.depth, 'number', e.number,
    'count', e.tokens, 'body', e.body, 'about', e.about, 'at', longhand.ms(e.at))
$$;

create function longhand.checkpoint_json(k longhand.checkpoints) returns json language sql stable as $$
  select json_build_object('id', k.id::text, 'label', k.label, 'tags', k.tags, 'kind', k.kind,
    'place', json_build_object('line', k.line, 'depth', k.depth), 'number', k.number, 'model', k.model,
    'used', k.used, 'compaction', k.compaction, 'at', longhand.ms(k.at))
$$;

create function longhand.compaction_json(j longhand.compactions) returns json language sql stable as $$
  select json_build_object('id', j.id, 'conversation', j.conversation, 'status', j.status,
    'base', json_build_object('place', json_build_object('line', j.line, 'depth', j.depth), 'compaction', j.base, 'epoch', j.epoch),
    'span', json_build_object('from', lower(j.span), 'to', upper(j.span) - 1), 'plan', j.plan,
    'attempt', j.attempt, 'deaths', j.deaths, 'worker', j.worker, 'draft', j.draft, 'receipt', j.receipt, 'reason', j.reason,
    'at', longhand.ms(j.at), 'endedAt', longhand.ms(j.ended_at))
$$;

create function longhand.turn_json(t longhand.turns) returns json language sql stable as $$
  select json_build_object('id', t.id, 'conversation', t.conversation, 'status', t.status, 'attempt', t.attempt,
    'deaths', t.deaths, 'worker', t.worker, 'request', t.request, 'parts', t.parts,
    'startedAt', longhand.ms(t.started_at), 'endedAt', longhand.ms(t.ended_at))
$$;

-- Lock order: the conversation first, always.
create function longhand.lock_conversation(p_conversation uuid) returns longhand.conversations language plpgsql as $$
declare c longhand.conversations;
begin
  select * into c from longhand.conversations where id = p_conversation and deleted_at is null and not importing for update;
  if not found then raise exception 'no such conversation' using errcode = 'LH404'; end if;
  return c;
end $$;

create function longhand.read_conversation(p_conversation uuid) returns longhand.conversations language plpgsql stable as $$
declare c longhand.conversations;
begin
  select * into c from longhand.conversations where id = p_conversation and deleted_at is null and not importing;
  if not found then raise exception 'no such conversation' using errcode = 'LH404'; end if;
  return c;
end $$;

-- Notifies every process that listens. The change and the notice are one commit.
create function longhand.announce(c longhand.conversations, p_topic text) returns void language plpgsql as $$
begin
  perform pg_notify('longhand', json_build_object('owner', c.owner, 'conversation', c.id, 'version', c.version, 'topic', p_topic)::text);
end $$;

create function longhand.touch(p_conversation uuid, p_topic text) returns longhand.conversations language plpgsql as $$
declare c longhand.conversations;
begin
  update longhand.conversations set version = version + 1, updated_at = longhand.clock() where id = p_conversation returning * into c;
  perform longhand.announce(c, p_topic);
  return c;
end $$;

-- Which line holds the entry at a depth of a branch.
create function longhand.source_of(p_conversation uuid, p_line int, p_depth int) returns int language plpgsql stable as $$
begin
  return (
    select source from longhand.segments
    where conversation = p_conversation and line = p_line and lo <= p_depth and hi >= p_depth);
end $$;

-- The running values at a place, without the body; nulls at depth 0.
create function longhand.values_at(p_conversation uuid, p_line int, p_depth int,
  out id text, out number int, out turns int, out sum bigint, out in_force int, out undone int[], out ref text, out version int)
language plpgsql stable as $$
begin
  select e.id, e.number, e.turns, e.sum, e.in_force, e.undone, e.ref, e.version
  into id, number, turns, sum, in_force, undone, ref, version
  from longhand.segments g
  join longhand.entries e on e.conversation = p_conversation and e.line = g.source and e.depth = p_depth
  where g.conversation = p_conversation and g.line = p_line and g.lo <= p_depth and g.hi >= p_depth;
end $$;

create function longhand.read_range(p_conversation uuid, p_line int, p_from int, p_to int)
returns setof longhand.entries language sql stable as $$
  select e.* from longhand.segments g
  join longhand.entries e on e.conversation = p_conversation and e.line = g.source
    and e.depth between greatest(g.lo, p_from) and least(g.hi, p_to)
  where g.conversation = p_conversation and g.line = p_line and g.lo <= p_to and g.hi >= p_from
  order by e.depth
$$;

-- The depth of message `p_number` of a branch; null when there is none.
create function longhand.depth_of(p_conversation uuid, p_line int, p_number int) returns int language plpgsql stable as $$
begin
  return (
    select e.depth from longhand.segments g
    join longhand.entries e on e.conversation = p_conversation and e.line = g.source and e.type = 'message'
      and e.number = p_number and e.depth between g.lo and g.hi
    where g.conversation = p_conversation and g.line = p_line);
end $$;

-- A place that exists, on the line that holds it; the head when none is given.
create function longhand.check_place(c longhand.conversations, p_line int, p_depth int, out line int, out depth int)
language plpgsql stable as $$
begin
  line := c.line;
  depth := c.depth;
  if p_line is null or (p_line = c.line and p_depth = c.depth) then return; end if;
  if p_depth < 0 or p_depth > (select l.tip from longhand.lines l where l.conversation = c.id and l.line = p_line) is not false then
    raise exception 'no such place' using errcode = 'LH404';
  end if;
  line := coalesce(longhand.source_of(c.id, p_line, nullif(p_depth, 0)), p_line);
  depth := p_depth;
end $$;

create function longhand.start_line(c longhand.conversations, p_line int, p_depth int) returns int language plpgsql as $$
declare new_line int := c.lines + 1;
begin
  insert into longhand.lines (conversation, line, owner, parent, forked, tip, at)
  values (c.id, new_line, c.owner, nullif(p_line, 0), p_depth, p_depth, longhand.clock());
  insert into longhand.segments (conversation, line, lo, hi, source, owner)
  select c.id, new_line, lo, least(hi, p_depth), source, c.owner
  from longhand.segments where conversation = c.id and line = p_line and lo <= p_depth;
  insert into longhand.segments (conversation, line, lo, hi, source, owner)
  values (c.id, new_line, p_depth + 1, 2147483647, new_line, c.owner);
  update longhand.conversations set lines = new_line where id = c.id;
  return new_line;
end $$;

-- Moves the head to a place, with the running values of the entry there and the newest preview up to it.
create function longhand.set_head(p_conversation uuid, p_line int, p_depth int) returns longhand.conversations language plpgsql as $$
declare
  e record;
  newest record;
  c longhand.conversations;
begin
  select * into e from longhand.values_at(p_conversation, p_line, p_depth);
  select x.role, x.preview into newest from longhand.segments g
  cross join lateral (
    select role, preview from longhand.entries
    where conversation = p_conversation and line = g.source and depth between g.lo and least(g.hi, p_depth)
      and preview is not null
    order by depth desc limit 1) x
  where g.conversation = p_conversation and g.line = p_line and g.lo <= p_depth
  order by g.lo desc limit 1;
  update longhand.conversations set
    line = p_line, depth = p_depth, entry = e.id,
    number = coalesce(e.number, 0), turns = coalesce(e.turns, 0), tokens = coalesce(e.sum, 0),
    compaction = (select id from longhand.values_at(p_conversation, p_line, e.in_force)),
    undone = (select id from longhand.values_at(p_conversation, p_line, e.undone[cardinality(e.undone)])),
    preview_role = newest.role, preview = newest.preview,
    version = conversations.version + 1, updated_at = longhand.clock()
  where id = p_conversation returning * into c;
  return c;
end $$;

-- A checkpoint is a pointer: O(1). At most 50 per conversation, automatic ones go first; none older than 30 days.
create function longhand.save_checkpoint(c longhand.conversations, p_kind text, p_label text, p_tags text[], p_used bigint)
returns longhand.checkpoints language plpgsql as $$
declare k longhand.checkpoints;
begin
  insert into longhand.checkpoints (conversation, id, owner, kind, label, tags, line, depth, number, model, used, compaction, at)
  values (c.id, c.checkpoints + 1, c.owner, p_kind, p_label, p_tags, c.line, c.depth, c.number, c.model,
    coalesce(p_used, (c.status->>'used')::bigint, c.tokens),
    coalesce((select version from longhand.entries where conversation = c.id and id = c.compaction), 0), longhand.clock())
  returning * into k;
  update longhand.conversations set checkpoints = k.id where id = c.id;
  delete from longhand.checkpoints where conversation = c.id and id in (
    select id from (
      select id, at, row_number() over (order by (id = k.id) desc, (kind = 'manual') desc, id desc) as place
      from longhand.checkpoints where conversation = c.id) ranked
    where place > 50 or at < longhand.clock() - interval '30 days');
  return k;
end $$;
