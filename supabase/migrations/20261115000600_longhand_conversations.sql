create function longhand.create_conversation(p_owner uuid, p_conversation uuid, p jsonb, p_settings text) returns json
language plpgsql as $$
declare c longhand.conversations;
begin
  perform longhand.act_as(p_owner);
  if p->>'project' is not null and not exists (
    select from longhand.projects where id = (p->>'project')::uuid and deleted_at is null) then
    raise exception 'no such project' using errcode = 'LH404';
  end if;
  insert into longhand.conversations (id, owner, kind, project, title, model, settings, created_at, updated_at)
  values (p_conversation, p_owner, 'chat', (p->>'project')::uuid, p->>'title', p->>'model', p_settings::json, longhand.clock(), longhand.clock())
  on conflict (id) do nothing returning * into c;
  if c.id is null then
    c := longhand.read_conversation(p_conversation);
  else
    perform longhand.announce(c, 'settings');
  end if;
  return longhand.conversation_json(c);
end $$;

create function longhand.get_conversation(p_owner uuid, p_conversation uuid) returns json
language plpgsql stable as $$
begin
  perform longhand.act_as(p_owner);
  return longhand.conversation_json(longhand.read_conversation(p_conversation));
end $$;

-- Newest first. `p`: search, project (null for none), deleted, at and id of the last one seen, limit.
create function longhand.list_conversations(p_owner uuid, p jsonb) returns json
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
      union select conversation from (select conversation from longhand.words where owner = p_owner limit 10000) found);
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

-- `p` holds what changes; a key that is not there leaves things as they are.
create function longhand.update_conversation(p_owner uuid, p_conversation uuid, p jsonb, p_settings text) returns json
language plpgsql as $$
declare c longhand.conversations;
begin
  perform longhand.act_as(p_owner);
  perform longhand.lock_conversation(p_conversation);
  if p ? 'project' then perform longhand.check_may_go(p_conversation); end if;
  if p->>'project' is not null and not exists (
    select from longhand.projects where id = (p->>'project')::uuid and deleted_at is null) then
    raise exception 'no such project' using errcode = 'LH404';
  end if;
  update longhand.conversations set
    title = case when p ? 'title' then p->>'title' else title end,
    model = case when p ? 'model' then p->>'model' else model end,
    project = case when p ? 'project' then (p->>'project')::uuid else project end,
    settings = coalesce(p_settings::json, settings)
  where id = p_conversation;
  c := longhand.touch(p_conversation, 'settings');
  return longhand.conversation_json(c);
end $$;

create function longhand.note_status(p_owner uuid, p_conversation uuid, p_status text) returns json
language plpgsql as $$
begin
  perform longhand.act_as(p_owner);
  update longhand.conversations set status = p_status::json where id = p_conversation and deleted_at is null and not importing;
  if not found then raise exception 'no such conversation' using errcode = 'LH404'; end if;
  return null;
end $$;

-- Hides a conversation and ends what runs in it.
create function longhand.hide_conversation(p_conversation uuid) returns void
language plpgsql as $$
begin
  perform longhand.lock_conversation(p_conversation);
  update longhand.conversations set deleted_at = longhand.clock() where id = p_conversation;
  update longhand.compactions set status = 'cancelled', reason = 'deleted', ended_at = longhand.clock(), lease_until = null
  where conversation = p_conversation and status in ('pending', 'running', 'ready');
  update longhand.turns set status = 'interrupted', ended_at = longhand.clock(), lease_until = null
  where conversation = p_conversation and status = 'running';
  perform longhand.touch(p_conversation, 'deleted');
end $$;

create function longhand.check_may_go(p_conversation uuid) returns void
language plpgsql stable as $$
begin
  if exists (select from longhand.conversations where id = p_conversation and kind = 'officer') then
    raise exception 'the officer of a project cannot be moved or deleted; delete the project' using errcode = 'LH403';
  end if;
end $$;

create function longhand.delete_conversation(p_owner uuid, p_conversation uuid) returns json
language plpgsql as $$
begin
  perform longhand.act_as(p_owner);
  perform longhand.check_may_go(p_conversation);
  perform longhand.hide_conversation(p_conversation);
  return null;
end $$;

create function longhand.undelete_conversation(p_owner uuid, p_conversation uuid) returns json
language plpgsql as $$
declare c longhand.conversations;
begin
  perform longhand.act_as(p_owner);
  update longhand.conversations k set deleted_at = null
  where id = p_conversation and deleted_at is not null and not importing
    and not exists (select from longhand.projects p where p.id = k.project and p.deleted_at is not null);
  if not found then perform longhand.read_conversation(p_conversation); end if;
  c := longhand.touch(p_conversation, 'settings');
  return longhand.conversation_json(c);
end $$;

create function longhand.purge_conversation(p_owner uuid, p_conversation uuid) returns json
language plpgsql as $$
declare c longhand.conversations;
begin
  perform longhand.act_as(p_owner);
  perform longhand.check_may_go(p_conversation);
  delete from longhand.conversations where id = p_conversation returning * into c;
  if not found then raise exception 'no such conversation' using errcode = 'LH404'; end if;
  c.version := c.version + 1;
  perform longhand.announce(c, 'deleted');
  return null;
end $$;
