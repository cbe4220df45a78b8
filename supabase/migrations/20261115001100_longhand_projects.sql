-- Projects, the memories that conversations leave behind, who has a conversation open, and states that outlive a process.

create function longhand.project_json(p longhand.projects) returns json language sql stable as $$
  select json_build_object('id', p.id, 'name', p.name,
    'officer', (select id from longhand.conversations c where c.project = p.id and c.kind = 'officer'),
    'conversations', (select count(*) from longhand.conversations c where c.project = p.id and c.kind = 'chat' and c.deleted_at is null and not c.importing),
    'createdAt', longhand.ms(p.created_at))
$$;

create function longhand.create_project(p_owner uuid, p_id uuid, p_name text, p_officer uuid) returns json
language plpgsql as $$
declare p longhand.projects;
begin
  perform longhand.act_as(p_owner);
  insert into longhand.projects (id, owner, name, created_at) values (p_id, p_owner, p_name, longhand.clock())
  on conflict (id) do nothing returning * into p;
  if p.id is null then
    p := longhand.find_project(p_id);
  else
    insert into longhand.conversations (id, owner, kind, project, title, settings, created_at, updated_at)
    values (p_officer, p_owner, 'officer', p_id, p_name, '{}', longhand.clock(), longhand.clock());
  end if;
  return longhand.project_json(p);
end $$;

create function longhand.find_project(p_id uuid) returns longhand.projects language plpgsql stable as $$
declare p longhand.projects;
begin
  select * into p from longhand.projects where id = p_id and deleted_at is null;
  if not found then raise exception 'no such project' using errcode = 'LH404'; end if;
  return p;
end $$;

create function longhand.list_projects(p_owner uuid) returns json language plpgsql stable as $$
begin
  perform longhand.act_as(p_owner);
  return coalesce((
    select json_agg(longhand.project_json(p) order by p.created_at, p.id) from longhand.projects p where p.deleted_at is null), '[]');
end $$;

create function longhand.rename_project(p_owner uuid, p_id uuid, p_name text) returns json language plpgsql as $$
declare p longhand.projects;
begin
  perform longhand.act_as(p_owner);
  perform longhand.find_project(p_id);
  update longhand.projects set name = p_name where id = p_id returning * into p;
  return longhand.project_json(p);
end $$;

create function longhand.delete_project(p_owner uuid, p_id uuid) returns json language plpgsql as $$
declare v_conversation uuid;
begin
  perform longhand.act_as(p_owner);
  perform longhand.find_project(p_id);
  for v_conversation in select id from longhand.conversations where project = p_id and deleted_at is null and not importing order by id loop
    perform longhand.hide_conversation(v_conversation);
  end loop;
  update longhand.projects set deleted_at = longhand.clock() where id = p_id;
  return null;
end $$;

create function longhand.put_memory(p_owner uuid, p_conversation uuid, p_text text, p_words text) returns json
language plpgsql as $$
begin
  perform longhand.act_as(p_owner);
  perform longhand.lock_conversation(p_conversation);
  insert into longhand.memories (conversation, owner, text, words, at)
  values (p_conversation, p_owner, p_text, to_tsvector('simple', p_words), longhand.clock())
  on conflict (conversation) do update set text = excluded.text, words = excluded.words, at = excluded.at;
  return null;
end $$;

create function longhand.memory_json(m longhand.memories, c longhand.conversations) returns json language sql stable as $$
  select json_build_object('conversation', m.conversation, 'title', c.title, 'project', c.project, 'text', m.text, 'at', longhand.ms(m.at))
$$;

create function longhand.get_memory(p_owner uuid, p_conversation uuid) returns json language plpgsql stable as $$
begin
  perform longhand.act_as(p_owner);
  return (
    select longhand.memory_json(m, c) from longhand.memories m join longhand.conversations c on c.id = m.conversation
    where m.conversation = (longhand.read_conversation(p_conversation)).id);
end $$;

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

create function longhand.search_memories(p_owner uuid, p_words text, p_project uuid, p_limit int) returns json language plpgsql as $$
declare v_query tsquery := longhand.act_to_search(p_owner, p_words);
begin
  return coalesce((
    select json_agg(found.memory order by found.rank desc, found.at desc) from (
      select longhand.memory_json(m, c) as memory, ts_rank(m.words, v_query) as rank, m.at
      from longhand.memories m
      join longhand.conversations c on c.id = m.conversation and c.deleted_at is null and not c.importing
      where m.owner = p_owner and m.words @@ v_query and (p_project is null or c.project = p_project)
      order by rank desc, m.at desc limit p_limit) found), '[]');
end $$;

create function longhand.delete_memory(p_owner uuid, p_conversation uuid) returns json language plpgsql as $$
begin
  perform longhand.act_as(p_owner);
  perform longhand.lock_conversation(p_conversation);
  delete from longhand.memories where conversation = p_conversation;
  return null;
end $$;

create function longhand.attach_run(p_owner uuid, p_id text, p_conversation uuid, p_face text) returns json language plpgsql as $$
begin
  perform longhand.act_as(p_owner);
  insert into longhand.runs (owner, id, conversation, client, started_at, seen_at)
  values (p_owner, p_id, (longhand.read_conversation(p_conversation)).id, p_face, longhand.clock(), longhand.clock())
  on conflict (owner, id) do update set conversation = excluded.conversation, seen_at = excluded.seen_at, lost = false;
  return null;
end $$;

create function longhand.beat_run(p_owner uuid, p_id text) returns json language plpgsql as $$
begin
  perform longhand.act_as(p_owner);
  update longhand.runs set seen_at = longhand.clock(), lost = false where id = p_id;
  return to_json(found);
end $$;

create function longhand.leave_run(p_owner uuid, p_id text) returns json language plpgsql as $$
begin
  perform longhand.act_as(p_owner);
  delete from longhand.runs where id = p_id;
  return null;
end $$;

-- A run that was seen in the future was seen before the clock was set back; if it is alive, it is seen again soon.
create function longhand.unclean_runs(p_owner uuid, p_silent bigint) returns json language plpgsql stable as $$
begin
  perform longhand.act_as(p_owner);
  return coalesce((
    select json_agg(json_build_object(
      'run', json_build_object('id', r.id, 'conversation', r.conversation, 'client', r.client,
        'startedAt', longhand.ms(r.started_at), 'seenAt', longhand.ms(r.seen_at)),
      'title', c.title,
      'checkpoint', (
        select longhand.checkpoint_json(k) from longhand.checkpoints k
        where k.conversation = r.conversation order by k.id desc limit 1)) order by r.seen_at desc, r.id)
    from longhand.runs r
    join longhand.conversations c on c.id = r.conversation and c.deleted_at is null
    where r.lost or r.seen_at > longhand.clock()
      or r.seen_at < longhand.clock() - p_silent * interval '1 millisecond'), '[]');
end $$;

create function longhand.get_state(p_owner uuid, p_kind text, p_name text) returns json language plpgsql stable as $$
begin
  perform longhand.act_as(p_owner);
  return (select state from longhand.states where kind = p_kind and name = p_name);
end $$;

create function longhand.list_states(p_owner uuid, p_kind text) returns json language plpgsql stable as $$
begin
  perform longhand.act_as(p_owner);
  return coalesce((
    select json_agg(json_build_object('name', name, 'state', state, 'at', longhand.ms(at)) order by name collate "C")
    from longhand.states where kind = p_kind), '[]');
end $$;

create function longhand.put_state(p_owner uuid, p_kind text, p_name text, p_state text) returns json language plpgsql as $$
begin
  perform longhand.act_as(p_owner);
  insert into longhand.states (owner, kind, name, state, at) values (p_owner, p_kind, p_name, p_state::json, longhand.clock())
  on conflict (owner, kind, name) do update set state = excluded.state, at = excluded.at;
  return null;
end $$;

create function longhand.delete_state(p_owner uuid, p_kind text, p_name text) returns json language plpgsql as $$
begin
  perform longhand.act_as(p_owner);
  delete from longhand.states where kind = p_kind and name = p_name;
  return null;
end $$;
