-- Secrets that are sealed anew (`npm run cli -- secrets rotate`) say what they said before: no agent gets its
-- monitors again for it, no monitor counts as changed, and a destination that rests goes on resting. Who seals
-- anew says so for its transaction: sightline.resealing is 'on'.
drop trigger monitors_updated on monitors;
create trigger monitors_updated after update on monitors
  referencing new table as changed_rows for each statement
  when (current_setting('sightline.resealing', true) is distinct from 'on')
  execute function notify_monitor_changes();

drop trigger monitors_target_changed on monitors;
create trigger monitors_target_changed
  before update of url, settings, timeout_ms on monitors for each row
  when (current_setting('sightline.resealing', true) is distinct from 'on'
    and (old.url is distinct from new.url or old.settings is distinct from new.settings
      or old.timeout_ms is distinct from new.timeout_ms))
  execute function note_target_change();

drop trigger contacts_moved on contacts;
create trigger contacts_moved after delete or update of addresses on contacts for each row
  when (current_setting('sightline.resealing', true) is distinct from 'on')
  execute function forget_failing_destinations();
