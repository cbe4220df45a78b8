create function longhand.create_checkpoint(p_owner uuid, p_conversation uuid, p_kind text, p_label text, p_tags text[], p_used bigint) returns json
language plpgsql as $$
declare k longhand.checkpoints;
begin
  perform longhand.act_as(p_owner);
  k := longhand.save_checkpoint(longhand.lock_conversation(p_conversation), p_kind, p_label, p_tags, p_used);
  perform longhand.touch(p_conversation, 'checkpoints');
  return longhand.checkpoint_json(k);
end $$;

create function longhand.list_checkpoints(p_owner uuid, p_conversation uuid) returns json
language plpgsql stable as $$
begin
  perform longhand.act_as(p_owner);
  return coalesce((
    select json_agg(longhand.checkpoint_json(k) order by k.id desc)
    from longhand.checkpoints k where k.conversation = (longhand.read_conversation(p_conversation)).id), '[]');
end $$;

create function longhand.find_checkpoint(p_conversation uuid, p_id int) returns longhand.checkpoints
language plpgsql stable as $$
declare k longhand.checkpoints;
begin
  select * into k from longhand.checkpoints where conversation = p_conversation and id = p_id;
  if not found then raise exception 'no such checkpoint' using errcode = 'LH404'; end if;
  return k;
end $$;

create function longhand.update_checkpoint(p_owner uuid, p_conversation uuid, p_id int, p_label text, p_tags text[]) returns json
language plpgsql as $$
declare k longhand.checkpoints;
begin
  perform longhand.act_as(p_owner);
  perform longhand.lock_conversation(p_conversation), longhand.find_checkpoint(p_conversation, p_id);
  update longhand.checkpoints set label = coalesce(p_label, label), tags = coalesce(p_tags, tags)
  where conversation = p_conversation and id = p_id returning * into k;
  perform longhand.touch(p_conversation, 'checkpoints');
  return longhand.checkpoint_json(k);
end $$;

create function longhand.remove_checkpoint(p_owner uuid, p_conversation uuid, p_id int) returns json
language plpgsql as $$
begin
  perform longhand.act_as(p_owner);
  perform longhand.lock_conversation(p_conversation), longhand.find_checkpoint(p_conversation, p_id);
  delete from longhand.checkpoints where conversation = p_conversation and id = p_id;
  perform longhand.touch(p_conversation, 'checkpoints');
  return null;
end $$;

-- Saves a checkpoint of the current place first, so that a restore can be undone.
create function longhand.restore_checkpoint(p_owner uuid, p_conversation uuid, p_id int) returns json
language plpgsql as $$
declare c longhand.conversations; k longhand.checkpoints; before longhand.checkpoints;
begin
  perform longhand.act_as(p_owner);
  c := longhand.lock_conversation(p_conversation);
  k := longhand.find_checkpoint(p_conversation, p_id);
  before := longhand.save_checkpoint(c, 'before-restore', 'Before restoring ' || k.label, '{}', null);
  c := longhand.set_head(c.id, k.line, k.depth);
  perform longhand.announce(c, 'head');
  return json_build_object('conversation', longhand.conversation_json(c), 'before', longhand.checkpoint_json(before));
end $$;
