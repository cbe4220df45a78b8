-- Of several imports of one conversation the last that began writes it; the others are told, and write nothing.

alter table longhand.conversations add column import uuid;

-- Answers `new`, `here` when the owner has it already, or `taken` when its id is someone else's.
create or replace function longhand.import_begin(p_owner uuid, p jsonb, p_settings text, p_status text, p_lines jsonb) returns json
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

create function longhand.refuse_import() returns void language plpgsql as $$
begin
  raise exception 'the same conversation is being brought in twice at once; look whether it is there, or bring it in again'
    using errcode = 'LH409';
end $$;

drop function longhand.import_entries(uuid, uuid, int, int, jsonb);
create function longhand.import_entries(p_owner uuid, p_conversation uuid, p_import uuid, p_line int, p_depth int, p_entries jsonb)
returns json language plpgsql as $$
declare c longhand.conversations; laid record;
begin
  perform longhand.act_as(p_owner);
  select * into c from longhand.conversations where id = p_conversation and importing and import = p_import for update;
  if not found then perform longhand.refuse_import(); end if;
  select * into laid from longhand.lay(c, p_line, p_depth, p_entries, longhand.clock());
  update longhand.conversations set bytes = bytes + laid.bytes, updated_at = longhand.clock() where id = c.id;
  return null;
end $$;

-- Brings the rest, stands at the head and shows the conversation. JSON inside `p` is text.
create or replace function longhand.import_end(p_owner uuid, p_conversation uuid, p jsonb) returns json
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
  c := longhand.stand_at(c.id, (p->'head'->>'line')::int, (p->'head'->>'depth')::int);
  update longhand.conversations set importing = false, import = null, checkpoints = (p->>'checkpointsMade')::int, epoch = (p->>'epoch')::int,
    version = (p->>'version')::bigint, updated_at = longhand.instant((p->>'updatedAt')::bigint)
  where id = c.id returning * into c;
  perform longhand.announce(c, 'entries');
  return null;
end $$;

-- Operations are for the server's own login alone; what they are made of is open to those it runs as.
do $$
declare f regprocedure;
begin
  foreach f in array array[
    'longhand.import_begin(uuid, jsonb, text, text, jsonb)',
    'longhand.import_entries(uuid, uuid, uuid, int, int, jsonb)',
    'longhand.import_end(uuid, uuid, jsonb)']::regprocedure[] loop
    execute format('revoke execute on function %s from public', f);
    execute format('alter function %s set search_path = ''''', f);
  end loop;
  revoke execute on function longhand.refuse_import() from public;
  grant execute on function longhand.refuse_import() to authenticated, service_role;
end $$;
