-- What a provider reported for the last request of a conversation, for whichever process stores the answer to it.
alter table longhand.states drop constraint states_kind_check,
  add constraint states_kind_check check (kind in ('calibration', 'breaker', 'rate', 'money', 'report'));

-- By the id of its conversation, with which it goes.
create function longhand.drop_report() returns trigger language plpgsql set search_path = '' as $$
begin
  delete from longhand.states where owner = old.owner and kind = 'report' and name = old.id::text;
  return null;
end $$;
revoke execute on function longhand.drop_report() from public;

create trigger report_dropped after delete on longhand.conversations for each row execute function longhand.drop_report();
