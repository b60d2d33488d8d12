-- In which transaction a monitor was made or changed last: a controller that did not hear of it, since its connection
-- was away, asks what changed since it last knew everything. Those from before this column count as old. Secrets that
-- are sealed anew (migration 027) change nothing.
alter table monitors add column changed_in xid8 not null default '0';
alter table monitors alter column changed_in set default pg_current_xact_id();

create function note_monitor_change() returns trigger language plpgsql as $$
begin
  new.changed_in := pg_current_xact_id();
  return new;
end
$$;
create trigger monitors_changed before update on monitors for each row
  when (current_setting('sightline.resealing', true) is distinct from 'on')
  execute function note_monitor_change();
