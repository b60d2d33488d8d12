-- Somebody has taken an outage in hand: it is not repeated any more that it lasts. The name is theirs at the time.
alter table outages
  add column acknowledged_at timestamptz,
  add column acknowledged_by text,
  add column acknowledged_by_name text;
