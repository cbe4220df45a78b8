-- What was learnt about models can be seen and forgotten.

create function longhand.list_states(p_owner uuid, p_kind text) returns json language plpgsql stable as $$
begin
  perform longhand.act_as(p_owner);
  return coalesce((
    select json_agg(json_build_object('name', name, 'state', state, 'at', longhand.ms(at)) order by name collate "C")
    from longhand.states where kind = p_kind), '[]');
end $$;

create function longhand.delete_state(p_owner uuid, p_kind text, p_name text) returns json language plpgsql as $$
begin
  perform longhand.act_as(p_owner);
  delete from longhand.states where kind = p_kind and name = p_name;
  return null;
end $$;

-- Operations are for the server's own login alone.
revoke execute on function longhand.list_states(uuid, text), longhand.delete_state(uuid, text, text) from public;
alter function longhand.list_states(uuid, text) set search_path = '';
alter function longhand.delete_state(uuid, text, text) set search_path = '';
