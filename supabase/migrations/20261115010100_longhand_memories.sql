-- Memories can be listed and forgotten, and an officer stays with its project.

create index memories_newest on longhand.memories (owner, at desc);

create function longhand.list_memories(p_owner uuid, p_project uuid, p_limit int) returns json language plpgsql stable as $$
begin
  perform longhand.act_as(p_owner);
  return coalesce((
    select json_agg(longhand.memory_json(m, c) order by m.at desc, m.conversation) from (
      select k.* from longhand.memories k
      join longhand.conversations o on o.id = k.conversation and o.deleted_at is null and not o.importing
      where k.owner = p_owner and (p_project is null or o.project = p_project)
      order by k.at desc, k.conversation limit p_limit) m
    join longhand.conversations c on c.id = m.conversation), '[]');
end $$;

create function longhand.delete_memory(p_owner uuid, p_conversation uuid) returns json language plpgsql as $$
begin
  perform longhand.act_as(p_owner);
  perform longhand.lock_conversation(p_conversation);
  delete from longhand.memories where conversation = p_conversation;
  return null;
end $$;

-- As before, but for whom it may move: `p` holds what changes; a key that is not there leaves things as they are.
create or replace function longhand.update_conversation(p_owner uuid, p_conversation uuid, p jsonb, p_settings text) returns json
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

-- Operations are for the server's own login alone.
revoke execute on function longhand.list_memories(uuid, uuid, int), longhand.delete_memory(uuid, uuid) from public;
alter function longhand.list_memories(uuid, uuid, int) set search_path = '';
alter function longhand.delete_memory(uuid, uuid) set search_path = '';
alter function longhand.update_conversation(uuid, uuid, jsonb, text) set search_path = '';
