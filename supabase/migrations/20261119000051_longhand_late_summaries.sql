-- What a summariser has said too late for its own fold, for whichever process makes the next one.
alter table longhand.states drop constraint states_kind_check,
  add constraint states_kind_check check (kind in ('calibration', 'breaker', 'rate', 'money', 'report', 'prose'));

-- Both by the id of their conversation, with which they go.
create or replace function longhand.drop_report() returns trigger language plpgsql set search_path = '' as $$
begin
  delete from longhand.states where owner = old.owner and kind in ('report', 'prose') and name = old.id::text;
  return null;
end $$;
