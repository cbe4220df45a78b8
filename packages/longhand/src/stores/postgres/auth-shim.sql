-- What Supabase brings along and a bare Postgres does not: roles for people and for the server, and who is asking.
-- Never run on Supabase.
do $$
begin
  if not exists (select from pg_roles where rolname = 'authenticated') then create role authenticated nologin; end if;
  if not exists (select from pg_roles where rolname = 'service_role') then create role service_role nologin bypassrls; end if;
  if not (pg_has_role('authenticated', 'member') and pg_has_role('service_role', 'member')) then
    execute format('grant authenticated, service_role to %I', current_user);
  end if;
end $$;
create schema if not exists auth;
grant usage on schema auth to authenticated, service_role;
create or replace function auth.uid() returns uuid language sql stable as
$$ select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid $$;
