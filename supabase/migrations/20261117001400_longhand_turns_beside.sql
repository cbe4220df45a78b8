-- What is noted beside a step: the window's status for lists, and what was learnt about the model. All turns of an owner
-- learn about the same model. Whoever finds its row taken leaves it to the one that has it: waiting for that one's commit
-- would put the ends of all answers in a queue.
create or replace function longhand.note_step(c longhand.conversations, p jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  if p ? 'status' then
    update longhand.conversations set status = (p->>'status')::json where id = c.id;
  end if;
  if p ? 'model' then
    perform from longhand.states s
    where s.owner = c.owner and s.kind = 'calibration' and s.name = p->>'model' for update skip locked;
    if found then
      update longhand.states s set state = (p->>'learnt')::json, at = longhand.clock()
      where s.owner = c.owner and s.kind = 'calibration' and s.name = p->>'model';
    elsif not exists (
      select from longhand.states s where s.owner = c.owner and s.kind = 'calibration' and s.name = p->>'model') then
      insert into longhand.states (owner, kind, name, state, at)
      values (c.owner, 'calibration', p->>'model', (p->>'learnt')::json, longhand.clock())
      on conflict (owner, kind, name) do nothing;
    end if;
  end if;
end $$;
