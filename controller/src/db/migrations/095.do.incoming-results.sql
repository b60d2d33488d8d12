-- A result on its way into check_results. Controllers send a batch of them as one array of this type, in the wire's
-- own binary form: reading thirty arrays of text took the database 12 µs a result, this takes 4.
-- Its columns never change: a controller of another version sends it too, and a row with one more or one less is
-- refused. A column more is another type (incoming_result_2).
create type incoming_result as (
  monitor_id integer,
  scheduled_ms float8,
  region text,
  attempt smallint,
  confirmation boolean,
  late boolean,
  checked_ms float8,
  duration_ms integer,
  status_code smallint,
  response_ms real,
  dns_ms real,
  connect_ms real,
  tls_ms real,
  first_byte_ms real,
  download_ms real,
  status text,
  failure_source text,
  phase text,
  cause text,
  error text,
  ip text,
  details jsonb,
  tls_expires_ms float8,
  is_latest boolean,
  counted_ms float8,
  asked_ms float8,
  region_hash bigint,
  monitor_hash bigint,
  counted boolean,
  generation integer
);
