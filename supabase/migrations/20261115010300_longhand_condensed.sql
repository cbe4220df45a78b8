-- As before, and how often a conversation was condensed.
create or replace function longhand.conversation_json(c longhand.conversations) returns json language plpgsql stable as $$
begin
  return json_build_object(
    'id', c.id, 'kind', c.kind, 'project', c.project, 'title', c.title, 'model', c.model, 'settings', c.settings,
    'head', json_build_object('line', c.line, 'depth', c.depth, 'entry', c.entry, 'compaction', c.compaction, 'undone', c.undone),
    'totals', json_build_object('messages', c.number, 'turns', c.turns, 'tokens', c.tokens),
    'preview', case when c.preview is not null then json_build_object('role', c.preview_role, 'text', c.preview) end,
    'status', c.status,
    'checkpoints', (select count(*) from longhand.checkpoints k where k.conversation = c.id),
    'compactions', (select count(*) from longhand.compactions j where j.conversation = c.id and j.status = 'done'),
    'version', c.version, 'epoch', c.epoch,
    'createdAt', longhand.ms(c.created_at), 'updatedAt', longhand.ms(c.updated_at), 'deletedAt', longhand.ms(c.deleted_at));
end $$;
