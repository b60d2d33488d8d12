-- Which settings a monitor has: grows whenever what it checks changes (migration 013), travels with its checks and
-- comes back with their results. What was found by other settings has no say.
alter table monitors add column generation integer not null default 1;

create or replace function note_target_change() returns trigger language plpgsql as $$
begin
  new.target_changed_at := new.updated_at;
  new.generation := old.generation + 1;
  return new;
end
$$;
