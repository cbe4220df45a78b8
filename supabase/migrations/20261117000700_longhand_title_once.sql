-- A title that a model wrote takes the place of the one it was written for, and of no other (`ifTitle`).
create or replace function longhand.update_conversation(p_owner uuid, p_conversation uuid, p jsonb, p_settings text) returns json
language plpgsql set search_path = '' as $$
declare c longhand.conversations;
begin
  perform longhand.act_as(p_owner);
  c := longhand.lock_conversation(p_conversation);
  if p ? 'ifTitle' and c.title is distinct from p->>'ifTitle' then return longhand.conversation_json(c); end if;
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
