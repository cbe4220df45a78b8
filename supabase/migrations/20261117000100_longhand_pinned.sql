-- Lists can be asked for what people have pinned, however old it is.

-- Looked for in the text as it was written: reading a field would fail on settings that hold a NUL.
create function longhand.is_pinned(settings json) returns boolean language sql immutable as
$$ select coalesce(settings::text ~ '[{,]"pinned":true[,}]', false) $$;

create index conversations_pinned on longhand.conversations (owner, updated_at) where longhand.is_pinned(settings);

create or replace function longhand.list_conversations(p_owner uuid, p jsonb) returns json
language plpgsql set search_path = '' as $$
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
        and (not p ? 'pinned' or longhand.is_pinned(settings))
        and (not p ? 'project' or project is not distinct from (p->>'project')::uuid)
        and (not p ? 'search' or id = any (v_found))
        and (not p ? 'at' or (updated_at, id) < (longhand.instant((p->>'at')::bigint), (p->>'id')::uuid))
      order by updated_at desc, id desc limit (p->>'limit')::int) c), '[]');
end $$;
