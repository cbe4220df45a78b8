-- Export and import. Running values are not exported; they are computed again on import.

create function longhand.export_owner(p_owner uuid) returns json language plpgsql stable as $$
begin
  perform longhand.act_as(p_owner);
  return json_build_object(
    'projects', coalesce((
      select json_agg(json_build_object('id', id, 'name', name, 'createdAt', longhand.ms(created_at)) order by created_at, id)
      from longhand.projects where deleted_at is null), '[]'),
    'conversations', coalesce((
      select json_agg(id order by created_at, id) from longhand.conversations where deleted_at is null and not importing), '[]'));
end $$;

-- All but the entries, in one snapshot; entries up to the tips named here never change.
create function longhand.export_conversation(p_owner uuid, p_conversation uuid) returns json language plpgsql stable as $$
declare c longhand.conversations;
begin
  perform longhand.act_as(p_owner);
  c := longhand.read_conversation(p_conversation);
  return json_build_object(
    'conversation', json_build_object('id', c.id, 'kind', c.kind, 'project', c.project, 'title', c.title, 'model', c.model,
      'settings', c.settings, 'status', c.status, 'head', json_build_object('line', c.line, 'depth', c.depth),
      'epoch', c.epoch, 'version', c.version, 'checkpoints', c.checkpoints,
      'createdAt', longhand.ms(c.created_at), 'updatedAt', longhand.ms(c.updated_at)),
    'lines', coalesce((
      select json_agg(json_build_object('line', line, 'parent', parent, 'forked', forked, 'tip', tip, 'at', longhand.ms(at)) order by line)
      from longhand.lines where conversation = c.id), '[]'),
    'checkpoints', coalesce((
      select json_agg(longhand.checkpoint_json(k) order by k.id) from longhand.checkpoints k where k.conversation = c.id), '[]'),
    'compactions', coalesce((
      select json_agg(longhand.compaction_json(j) order by j.at, j.id collate "C") from longhand.compactions j
      where j.conversation = c.id and j.status not in ('pending', 'running', 'ready')), '[]'),
    'turns', coalesce((
      select json_agg(longhand.turn_json(t) order by t.started_at, t.id collate "C") from longhand.turns t where t.conversation = c.id), '[]'),
    'memory', (select json_build_object('text', text, 'at', longhand.ms(at)) from longhand.memories where conversation = c.id));
end $$;

create function longhand.export_entries(p_owner uuid, p_conversation uuid, p_line int, p_from int, p_to int) returns json
language plpgsql stable as $$
begin
  perform longhand.act_as(p_owner);
  return coalesce((
    select json_agg(longhand.entry_json(e) order by e.depth) from longhand.entries e
    where e.conversation = p_conversation and e.line = p_line and e.depth between p_from and p_to), '[]');
end $$;

-- Returns the projects whose ids belong to someone else.
create function longhand.import_owner(p_owner uuid, p_projects jsonb) returns json language plpgsql as $$
begin
  perform longhand.act_as(p_owner);
  update longhand.projects set deleted_at = null where id in (select (p->>'id')::uuid from jsonb_array_elements(p_projects) p);
  insert into longhand.projects (id, owner, name, created_at)
  select id, p_owner, name, longhand.instant("createdAt") from jsonb_to_recordset(p_projects) as (id uuid, name text, "createdAt" bigint)
  on conflict do nothing;
  return coalesce((
    select json_agg(p->>'id') from jsonb_array_elements(p_projects) p
    where not exists (select from longhand.projects k where k.id = (p->>'id')::uuid)), '[]');
end $$;

create function longhand.refuse_import() returns void language plpgsql as $$
begin
  raise exception 'the same conversation is being imported twice at once; check whether it is there, or import it again'
    using errcode = 'LH409';
end $$;

-- Returns `new`, `here` when the owner has it already, or `taken` when its id belongs to someone else.
create function longhand.import_begin(p_owner uuid, p jsonb, p_settings text, p_status text, p_lines jsonb) returns json
language plpgsql as $$
declare c longhand.conversations; l record; v_id uuid := (p->>'id')::uuid;
begin
  perform longhand.act_as(p_owner);
  delete from longhand.conversations where id = v_id and (importing or deleted_at is not null);
  if exists (select from longhand.conversations where id = v_id) then return to_json('here'::text); end if;
  insert into longhand.conversations
    (id, owner, kind, project, title, model, settings, status, created_at, updated_at, importing, import, lines)
  values (v_id, p_owner, p->>'kind', (p->>'project')::uuid, p->>'title', p->>'model', p_settings::json, p_status::json,
    longhand.instant((p->>'createdAt')::bigint), longhand.clock(), true, (p->>'import')::uuid, jsonb_array_length(p_lines))
  on conflict (id) do nothing returning * into c;
  if c.id is null then
    -- Seen only now: it came in while we waited for its id.
    if exists (select from longhand.conversations where id = v_id) then perform longhand.refuse_import(); end if;
    return to_json('taken'::text);
  end if;
  insert into longhand.lines (conversation, line, owner, parent, forked, tip, at)
  select c.id, line, c.owner, parent, forked, forked, longhand.instant(at)
  from jsonb_to_recordset(p_lines) as (line int, parent int, forked int, at bigint);
  -- Lines come after those they fork from.
  for l in select * from jsonb_to_recordset(p_lines) as (line int, parent int, forked int) loop
    insert into longhand.segments (conversation, line, lo, hi, source, owner)
    select c.id, l.line, lo, least(hi, l.forked), source, c.owner
    from longhand.segments where conversation = c.id and line = l.parent and lo <= l.forked
    union all values (c.id, l.line, l.forked + 1, 2147483647, l.line, c.owner);
  end loop;
  return to_json('new'::text);
end $$;

create function longhand.import_entries(p_owner uuid, p_conversation uuid, p_import uuid, p_line int, p_depth int, p_entries jsonb)
returns json language plpgsql as $$
declare c longhand.conversations; laid record;
begin
  perform longhand.act_as(p_owner);
  select * into c from longhand.conversations where id = p_conversation and importing and import = p_import for update;
  if not found then perform longhand.refuse_import(); end if;
  select * into laid from longhand.insert_entries(c, p_line, p_depth, p_entries, longhand.clock());
  update longhand.conversations set bytes = bytes + laid.bytes, updated_at = longhand.clock() where id = c.id;
  return null;
end $$;

-- Imports the rest, sets the head and makes the conversation visible. JSON inside `p` is text.
create function longhand.import_end(p_owner uuid, p_conversation uuid, p jsonb) returns json
language plpgsql as $$
declare c longhand.conversations;
begin
  perform longhand.act_as(p_owner);
  select * into c from longhand.conversations
  where id = p_conversation and importing and import = (p->>'import')::uuid for update;
  if not found then perform longhand.refuse_import(); end if;
  insert into longhand.checkpoints (conversation, id, owner, kind, label, tags, line, depth, number, model, used, compaction, at)
  select c.id, id, c.owner, kind, label, array(select jsonb_array_elements_text(tags)), line, depth, number, model, used, compaction, longhand.instant(at)
  from jsonb_to_recordset(p->'checkpoints') as
    (id int, kind text, label text, tags jsonb, line int, depth int, number int, model text, used bigint, compaction int, at bigint);
  insert into longhand.compactions (conversation, id, owner, status, line, depth, base, epoch, span, plan, attempt, worker, draft, receipt, reason, at, ended_at)
  select c.id, id, c.owner, status, line, depth, base, epoch, span, plan::json, attempt, worker, draft::json, receipt::json, reason,
    longhand.instant(at), longhand.instant("endedAt")
  from jsonb_to_recordset(p->'compactions') as
    (id text, status text, line int, depth int, base text, epoch int, span int4range, plan text, attempt int, worker text,
     draft text, receipt text, reason text, at bigint, "endedAt" bigint);
  insert into longhand.turns (conversation, id, owner, status, attempt, worker, request, parts, started_at, ended_at)
  select c.id, id, c.owner, status, attempt, worker, request::json, parts::json, longhand.instant("startedAt"), longhand.instant("endedAt")
  from jsonb_to_recordset(p->'turns') as
    (id text, status text, attempt int, worker text, request text, parts text, "startedAt" bigint, "endedAt" bigint);
  insert into longhand.memories (conversation, owner, text, words, at)
  select c.id, c.owner, m->>'text', to_tsvector('simple', m->>'words'), longhand.instant((m->>'at')::bigint)
  from jsonb_path_query(p, '$.memory ? (@ != null)') m;
  c := longhand.set_head(c.id, (p->'head'->>'line')::int, (p->'head'->>'depth')::int);
  update longhand.conversations set importing = false, import = null, checkpoints = (p->>'checkpointsMade')::int, epoch = (p->>'epoch')::int,
    version = (p->>'version')::bigint, updated_at = longhand.instant((p->>'updatedAt')::bigint)
  where id = c.id returning * into c;
  perform longhand.announce(c, 'entries');
  return null;
end $$;
