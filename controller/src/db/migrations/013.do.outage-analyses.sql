-- Why an outage began, stored with it: a first analysis from the votes alone, then the one with the
-- evidence that agents gathered.
alter table outages add column analysis jsonb, add column analysed_at timestamptz;

-- Since when a monitor checks what it checks: a failure that began with a change of its settings may be
-- the settings' fault. Other changes (name, tags, pause) are none. Null: since it was made.
alter table monitors add column target_changed_at timestamptz;
create function note_target_change() returns trigger language plpgsql as $$
begin
  new.target_changed_at := new.updated_at;
  return new;
end
$$;
create trigger monitors_target_changed
  before update of url, settings, timeout_ms on monitors for each row
  when (old.url is distinct from new.url or old.settings is distinct from new.settings
    or old.timeout_ms is distinct from new.timeout_ms)
  execute function note_target_change();
