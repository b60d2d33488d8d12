import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Columns of Uptime Kuma's tables as far as they are read, of versions 1 and 2 together. */
const SCHEMA = `
  create table monitor (id integer primary key, name varchar(150), active boolean default 1, "interval" integer default 20,
    url text, type varchar(20), hostname varchar(255), port integer, keyword varchar(255), maxretries integer default 0,
    ignore_tls boolean default 0, upside_down boolean default 0, maxredirects integer default 10,
    accepted_statuscodes_json text default '["200-299"]', dns_resolve_type varchar(5), dns_resolve_server varchar(255),
    retry_interval integer default 0, method text default 'GET', body text, headers text, basic_auth_user text,
    basic_auth_pass text, auth_method varchar(250), parent integer, invert_keyword boolean default 0, timeout double default 0,
    resend_interval integer default 0, packet_size integer default 56, json_path text, expected_value varchar(255),
    json_path_operator varchar(255), http_body_encoding varchar(25), expiry_notification boolean default 1, description text,
    docker_container varchar(255), database_connection_string varchar(2000), conditions text default '[]');
  create table tag (id integer primary key, name varchar(255), color varchar(255));
  create table monitor_tag (id integer primary key, monitor_id integer, tag_id integer, value text);
  create table notification (id integer primary key, name varchar(255), active boolean default 1, is_default boolean default 0, config text);
  create table monitor_notification (id integer primary key, monitor_id integer, notification_id integer);
  create table maintenance (id integer primary key, title varchar(150), description text, active boolean default 1,
    strategy varchar(50), start_date datetime, end_date datetime, start_time time, end_time time, weekdays varchar(250),
    days_of_month text, interval_day integer, timezone varchar(255), cron text, duration integer);
  create table monitor_maintenance (id integer primary key, monitor_id integer, maintenance_id integer);
  create table status_page (id integer primary key, slug varchar(255));
  create table heartbeat (id integer primary key, monitor_id integer, status smallint);`

/** Makes a database file as Uptime Kuma leaves it behind: in WAL mode, with history beside its settings.
 *  @param fill SQL that puts rows into it, or makes of it what it should not be
 *  @returns its path */
export function kumaDatabase(fill: string, schema = SCHEMA): string {
  const path = join(mkdtempSync(join(tmpdir(), 'kuma-')), 'kuma.db')
  const db = new DatabaseSync(path)
  db.exec(`pragma journal_mode=wal; ${schema}; ${fill}`)
  db.close()
  return path
}
