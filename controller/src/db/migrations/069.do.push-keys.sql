-- By what the push services of browsers know this installation: one pair of keys, the same at all controllers.

create table push_keys (
  id integer primary key default 1 check (id = 1),
  -- { publicKey, privateKey }, the private one sealed. Browsers are subscribed with it: with another, none is told.
  keys jsonb not null
);
