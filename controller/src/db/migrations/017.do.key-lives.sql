-- Keys that expire and are revoked, sign-up links that live for a day.

-- A revoked key stays for the list of keys; nothing accepts it any more.
alter table api_keys add column expires_at timestamptz, add column revoked_at timestamptz;
create index api_keys_listing on api_keys (workspace_id, created_at desc, id desc);

alter table sign_up_links add column expires_at timestamptz;
update sign_up_links set expires_at = created_at + interval '24 hours';
alter table sign_up_links alter column expires_at set not null;

-- As it was, and a key also has to be in force, and its person in the workspace. All of it is read with the
-- request, so that it holds from the next one on, on every controller.
create or replace function admit_request(
  p_ip text,
  p_key_hash bytea,
  p_needs_workspace boolean,
  p_is_write boolean,
  p_endpoint text,
  p_now timestamptz,
  p_ip_limit integer,
  p_key_limit integer,
  p_burst_window_ms bigint,
  p_write_limit integer,
  p_write_window_ms bigint,
  p_tiers text[],
  p_daily_limits integer[],
  out outcome text,
  out key_id bigint,
  out workspace_id bigint,
  out person_id bigint,
  out person_public_id text,
  out role text,
  out tier text,
  out daily_limit integer,
  out used integer
) language plpgsql as $$
declare
  now_ms bigint := (extract(epoch from p_now) * 1000)::bigint;
  today date := (p_now at time zone 'UTC')::date;
  last_used timestamptz;
  expires timestamptz;
  revoked timestamptz;
  subject_ text;
begin
  if not admit_burst('ip:' || p_ip, p_ip_limit, p_burst_window_ms, now_ms) then
    outcome := 'ipBurst';
    return;
  end if;

  select k.id, k.workspace_id, k.person_id, p.public_id, m.role, w.plan, k.last_used_at, k.expires_at,
    k.revoked_at
  into key_id, workspace_id, person_id, person_public_id, role, tier, last_used, expires, revoked
  from api_keys k
  left join workspaces w on w.id = k.workspace_id
  left join people p on p.id = k.person_id
  left join memberships m on m.workspace_id = k.workspace_id and m.person_id = k.person_id
  where k.key_hash = p_key_hash;
  outcome := case
    when key_id is null then 'unauthorized'
    when revoked is not null then 'revoked'
    when expires <= p_now then 'expired'
    when workspace_id is not null and role is null then 'left'
    when workspace_id is null and p_needs_workspace then 'unlinked'
  end;
  if outcome is not null then
    return;
  end if;

  tier := case when tier = any(p_tiers) then tier else p_tiers[1] end;
  daily_limit := p_daily_limits[array_position(p_tiers, tier)];
  subject_ := coalesce('workspace:' || workspace_id, 'key:' || key_id);

  if not admit_burst('key:' || key_id, p_key_limit, p_burst_window_ms, now_ms) then
    outcome := 'keyBurst';
  elsif p_is_write and not admit_burst('writes:' || key_id, p_write_limit, p_write_window_ms, now_ms) then
    outcome := 'writes';
  else
    insert into daily_usage as d (subject, day, used) values (subject_, today, 1)
    on conflict (subject, day) do update set used = d.used + 1
    where daily_limit is null or d.used < daily_limit
    returning d.used into used;
    outcome := case when used is null then 'quota' else 'admitted' end;
  end if;

  if outcome = 'admitted' then
    insert into daily_endpoint_usage as e (subject, day, endpoint, used)
    values (subject_, today, p_endpoint, 1)
    on conflict (subject, day, endpoint) do update set used = e.used + 1;
    -- Once a minute is fine enough for people, and keeps the row from being written by every request. Of
    -- those that find it old at the same moment one writes; the others look again once it has.
    if last_used is null or last_used < p_now - interval '1 minute' then
      update api_keys k set last_used_at = p_now
      where k.id = key_id and (k.last_used_at is null or k.last_used_at < p_now - interval '1 minute');
    end if;
  else
    select d.used into used from daily_usage d where d.subject = subject_ and d.day = today;
    used := coalesce(used, 0);
  end if;
end
$$;
