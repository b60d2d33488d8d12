-- Until then nobody is told again that the outage lasts.
alter table outages add column muted_until timestamptz;
