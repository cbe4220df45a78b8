-- Files of a project: texts that all of its conversations give to the model. They live and die with it.
create table longhand.project_files (
  project uuid not null,
  name    text not null,
  owner   uuid not null,
  text    text not null,
  tokens  int not null,
  at      timestamptz not null,
  primary key (project, name),
  foreign key (project, owner) references longhand.projects (id, owner) on delete cascade
);
alter table longhand.project_files enable row level security, force row level security;
create policy see on longhand.project_files for select to authenticated using (owner = (select auth.uid()));
create policy add on longhand.project_files for insert to authenticated with check (owner = (select auth.uid()));
create policy change on longhand.project_files for update to authenticated
  using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
create policy remove on longhand.project_files for delete to authenticated using (owner = (select auth.uid()));
grant select, insert, update, delete on longhand.project_files to authenticated;
grant all on longhand.project_files to service_role;

create function longhand.project_files_json(p_project uuid) returns json language plpgsql stable as $$
begin
  return coalesce((
    select json_agg(json_build_object('name', name, 'text', text, 'tokens', tokens, 'at', longhand.ms(at)) order by name collate "C")
    from longhand.project_files where project = p_project), '[]');
end $$;

create function longhand.list_project_files(p_owner uuid, p_project uuid) returns json language plpgsql stable as $$
begin
  perform longhand.act_as(p_owner);
  return longhand.project_files_json((longhand.find_project(p_project)).id);
end $$;

create function longhand.put_project_file(p_owner uuid, p_project uuid, p_name text, p_text text, p_tokens int) returns json
language plpgsql as $$
begin
  perform longhand.act_as(p_owner);
  insert into longhand.project_files (project, name, owner, text, tokens, at)
  values ((longhand.find_project(p_project)).id, p_name, p_owner, p_text, p_tokens, longhand.clock())
  on conflict (project, name) do update set text = excluded.text, tokens = excluded.tokens, at = excluded.at;
  return null;
end $$;

create function longhand.delete_project_file(p_owner uuid, p_project uuid, p_name text) returns json language plpgsql as $$
begin
  perform longhand.act_as(p_owner);
  delete from longhand.project_files where project = (longhand.find_project(p_project)).id and name = p_name;
  return null;
end $$;

create or replace function longhand.export_owner(p_owner uuid) returns json language plpgsql stable as $$
begin
  perform longhand.act_as(p_owner);
  return json_build_object(
    'projects', coalesce((
      select json_agg(json_build_object('id', id, 'name', name, 'createdAt', longhand.ms(created_at),
        'files', longhand.project_files_json(id)) order by created_at, id)
      from longhand.projects where deleted_at is null), '[]'),
    'conversations', coalesce((
      select json_agg(id order by created_at, id) from longhand.conversations where deleted_at is null and not importing), '[]'));
end $$;

-- Returns the projects whose ids belong to someone else.
create or replace function longhand.import_owner(p_owner uuid, p_projects jsonb) returns json language plpgsql as $$
begin
  perform longhand.act_as(p_owner);
  update longhand.projects set deleted_at = null where id in (select (p->>'id')::uuid from jsonb_array_elements(p_projects) p);
  insert into longhand.projects (id, owner, name, created_at)
  select id, p_owner, name, longhand.instant("createdAt") from jsonb_to_recordset(p_projects) as (id uuid, name text, "createdAt" bigint)
  on conflict do nothing;
  insert into longhand.project_files (project, name, owner, text, tokens, at)
  select k.id, f.name, p_owner, f.text, f.tokens, longhand.instant(f.at)
  from jsonb_to_recordset(p_projects) as p (id uuid, files jsonb)
  join longhand.projects k on k.id = p.id
  cross join lateral jsonb_to_recordset(coalesce(p.files, '[]')) as f (name text, text text, tokens int, at bigint)
  on conflict do nothing;
  return coalesce((
    select json_agg(p->>'id') from jsonb_array_elements(p_projects) p
    where not exists (select from longhand.projects k where k.id = (p->>'id')::uuid)), '[]');
end $$;

-- As for all functions: the operations are the server's own, those that they share run under row-level security.
do $$
declare f record;
begin
  for f in
    select p.oid::regprocedure as name,
      p.prosrc ~ 'act_(as|for_all|to_search)\(' or p.proname ~ '^act_' or p.prorettype = 'trigger'::regtype as closed
    from pg_proc p where p.pronamespace = 'longhand'::regnamespace
  loop
    execute format('revoke execute on function %s from public', f.name);
    if f.closed then
      execute format('alter function %s set search_path = ''''', f.name);
    else
      execute format('grant execute on function %s to authenticated, service_role', f.name);
    end if;
  end loop;
end $$;
