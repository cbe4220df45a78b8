-- Cutting old tool outputs while a compaction is being written does not spoil it: what it was planned on are the texts
-- in force, and those stay.

-- The texts of a compaction, in order; nothing for none.
create function longhand.texts_of(p_conversation uuid, p_id text) returns text language sql stable as $$
  select coalesce(string_agg(f.fold::text, ',' order by f.at), '')
  from longhand.entries e, json_array_elements(e.body->'folds') with ordinality f (fold, at)
  where e.conversation = p_conversation and e.id = p_id and f.fold->>'type' <> 'trim'
$$;

-- Whether what a compaction was planned on still holds. What was written after its span does not matter.
create or replace function longhand.still_holds(c longhand.conversations, p_base text, p_epoch int, p_line int, p_span int4range) returns boolean
language sql stable as $$
  select case when c.compaction is not distinct from p_base then true
      else longhand.texts_of(c.id, c.compaction) = longhand.texts_of(c.id, p_base) end -- the texts in force
    and c.epoch = p_epoch and c.depth >= upper(p_span) - 1
    and longhand.source_of(c.id, c.line, upper(p_span) - 1) = longhand.source_of(c.id, p_line, upper(p_span) - 1)
$$;

revoke execute on function longhand.texts_of(uuid, text) from public;
grant execute on function longhand.texts_of(uuid, text) to authenticated, service_role;
