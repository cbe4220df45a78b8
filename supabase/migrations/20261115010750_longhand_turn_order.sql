-- The latest turn is the one that began last, whatever the clock did meanwhile: turns are numbered as they begin.
alter table longhand.turns add column number int;
create index turns_in_order on longhand.turns (conversation, number);

create function longhand.number_turn() returns trigger language plpgsql as $$
begin
  select coalesce(max(number), 0) + 1 into new.number from longhand.turns where conversation = new.conversation;
  return new;
end $$;
revoke execute on function longhand.number_turn() from public;
alter function longhand.number_turn() set search_path = '';

-- Whoever starts one holds the lock of its conversation.
create trigger numbered before insert on longhand.turns for each row execute function longhand.number_turn();
create trigger numbered_again before update of status on longhand.turns for each row
when (new.status = 'running' and old.status <> 'running') execute function longhand.number_turn();

-- Those from before have no number; all of them began before those that have one.
create or replace function longhand.latest_turn(p_owner uuid, p_conversation uuid) returns json
language plpgsql stable as $$
begin
  perform longhand.act_as(p_owner);
  return (
    select longhand.turn_json(t) from longhand.turns t
    where t.conversation = (longhand.read_conversation(p_conversation)).id
    order by (t.status = 'running') desc, t.number desc nulls last, t.started_at desc, t.id desc limit 1);
end $$;
alter function longhand.latest_turn(uuid, uuid) set search_path = '';
