-- Admits the request of somebody who is signed in: like admit_request, but by a session. What people do in the app
-- counts against limits of the person and not against the daily quota. The session's workspace is the one chosen, else
-- the first that the person joined; without any there is nothing to work in. used is the count of the API's calls today.
create function admit_session(
  p_token text,
  p_needs_workspace boolean,
  p_is_write boolean,
  p_now timestamptz,
  p_limit integer,
  p_window_ms bigint,
  p_write_limit integer,
  p_write_window_ms bigint,
  p_tiers text[],
  out outcome text,
  out session_id bigint,
  out workspace_id bigint,
  out person_id bigint,
  out person_public_id text,
  out role text,
  out tier text,
  out used integer
) language plpgsql as $$
declare
  now_ms bigint := (extract(epoch from p_now) * 1000)::bigint;
  last_seen timestamptz;
begin
  select s.id, s.person_id, p.public_id, s.last_seen_at, m.workspace_id, m.role, w.plan
  into session_id, person_id, person_public_id, last_seen, workspace_id, role, tier
  from person_sessions s
  join people p on p.id = s.person_id
  left join lateral (
    select mine.workspace_id, mine.role from memberships mine
    where mine.person_id = s.person_id
    order by mine.workspace_id is not distinct from s.workspace_id desc, mine.created_at, mine.workspace_id
    limit 1
  ) m on true
  left join workspaces w on w.id = m.workspace_id
  where s.token = p_token and s.expires_at > p_now;
  outcome := case
    when session_id is null then 'signedOut'
    when workspace_id is null and p_needs_workspace then 'noWorkspace'
  end;
  if outcome is not null then
    return;
  end if;

  tier := case when tier = any(p_tiers) then tier else p_tiers[1] end;
  if not admit_burst('person:' || person_id, p_limit, p_window_ms, now_ms) then
    outcome := 'personBurst';
  elsif p_is_write and not admit_burst('person-writes:' || person_id, p_write_limit, p_write_window_ms, now_ms) then
    outcome := 'personWrites';
  else
    outcome := 'admitted';
    -- Once a minute is fine enough for people, as with keys.
    if last_seen is null or last_seen < p_now - interval '1 minute' then
      update person_sessions s set last_seen_at = p_now
      where s.id = session_id and (s.last_seen_at is null or s.last_seen_at < p_now - interval '1 minute');
    end if;
  end if;
  select d.used into used from daily_usage d
  where d.subject = 'workspace:' || workspace_id and d.day = (p_now at time zone 'UTC')::date;
  used := coalesce(used, 0);
end
$$;
