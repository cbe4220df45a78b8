-- Several processes may create a conversation at the same moment: whichever unique index notices it, it is there.
create or replace function longhand.create_conversation(p_owner uuid, p_conversation uuid, p jsonb, p_settings text) returns json
language plpgsql set search_path = '' as $$
declare c longhand.conversations;
begin
  perform longhand.act_as(p_owner);
  if p->>'project' is not null and not exists (
    select from longhand.projects where id = (p->>'project')::uuid and deleted_at is null) then
    raise exception 'no such project' using errcode = 'LH404';
  end if;
  insert into longhand.conversations (id, owner, kind, project, title, model, settings, created_at, updated_at)
  values (p_conversation, p_owner, 'chat', (p->>'project')::uuid, p->>'title', p->>'model', p_settings::json, longhand.clock(), longhand.clock())
  on conflict do nothing returning * into c;
  if c.id is null then
    c := longhand.read_conversation(p_conversation);
  else
    perform longhand.announce(c, 'settings');
  end if;
  return longhand.conversation_json(c);
end $$;
