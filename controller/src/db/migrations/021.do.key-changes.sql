-- Controllers remember for some seconds which keys nobody has: one that is made, or may be valid again, tells
-- them to forget that. The note of its last use, which every minute of use writes, says nothing new.
create function tell_key_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('key_changes', '');
  return null;
end
$$;
create trigger api_keys_made after insert on api_keys
  for each statement execute function tell_key_change();
create trigger api_keys_changed after update on api_keys
  for each row when (old.last_used_at is not distinct from new.last_used_at)
  execute function tell_key_change();
