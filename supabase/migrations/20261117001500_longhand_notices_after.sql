-- What an operation changes is answered beside its result (`longhand.changes`, a line for each change), and the server
-- tells the others after the commit. A NOTIFY inside it takes a lock that every other commit with one waits for, until
-- the disk has confirmed the first.
create or replace function longhand.announce(c longhand.conversations, p_topic text) returns void language plpgsql as $$
declare v_ignored text;
begin
  -- An assignment, not `perform`: a single expression needs no executor.
  v_ignored := set_config('longhand.changes', concat(current_setting('longhand.changes', true),
    json_build_object('owner', c.owner, 'conversation', c.id, 'version', c.version, 'topic', p_topic)::text, E'\n'), true);
end $$;
