-- How long a connection from a region to a host, or into a network, takes: what the default region of an
-- analysis is chosen by. Kept by the job measureDistances, a part of the monitors at a time.

create table distances (
  -- 'host:example.com', or the network of an address: 'network:192.0.2', 'network:2001:db8:1'.
  target text collate "C" not null,
  region text collate "C" not null,
  connect_ms real not null,
  measured_at timestamptz not null,
  primary key (target, region)
);

-- Behind which monitor the next part begins.
create table distance_progress (
  one boolean primary key default true check (one),
  monitor_id integer not null default 0
);
insert into distance_progress default values;
