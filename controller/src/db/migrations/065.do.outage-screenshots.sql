-- What a page showed when an outage of it began. A table of its own: outages are read all the time, pictures hardly.
create table outage_screenshots (
  outage_id bigint primary key references outages (id) on delete cascade,
  -- When it was asked for; a row without an image and without an error is on its way.
  asked_at timestamptz not null,
  taken_at timestamptz,
  region text,
  -- The page itself, in case it sent people on.
  shown_url text,
  status_code integer,
  width integer,
  height integer,
  mime_type text,
  image bytea,
  -- Why there is none, for people.
  error text
);
-- An image is no better compressed by the database.
alter table outage_screenshots alter column image set storage external;
create index outage_screenshots_asked on outage_screenshots (asked_at);

create function tell_live_screenshot() returns trigger language plpgsql as $$
begin
  perform tell_live('outage', 'changed ' || new.outage_id);
  return null;
end
$$;
create trigger outage_screenshots_live after update on outage_screenshots
  for each row execute function tell_live_screenshot();
