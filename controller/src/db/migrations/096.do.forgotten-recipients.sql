-- Crawls that repeat name recipients too: whoever goes is taken out of them as out of monitors and teams (migration 012).
create or replace function forget_recipient(workspace bigint, field text, forgotten text) returns void language sql as $$
  update monitors set alerts = jsonb_set(alerts, array[field], (alerts -> field) - forgotten)
  where workspace_id = workspace and alerts -> field ? forgotten;
  update crawl_schedules set alerts = jsonb_set(alerts, array[field], (alerts -> field) - forgotten)
  where workspace_id = workspace and alerts -> field ? forgotten;
  update teams set
    member_ids = case when field = 'memberIds' then array_remove(member_ids, forgotten) else member_ids end,
    contact_ids = case when field = 'contactIds' then array_remove(contact_ids, forgotten) else contact_ids end,
    escalation = (
      select coalesce(jsonb_agg(changed order by position), '[]')
      from jsonb_array_elements(escalation) with ordinality as steps (step, position)
      cross join lateral (select jsonb_set(step, array[field], (step -> field) - forgotten) as changed) after
      -- A step that is left without anybody would do nothing.
      where changed -> 'memberIds' <> '[]' or changed -> 'contactIds' <> '[]'
    )
  where field <> 'teamIds' and workspace_id = workspace
    and (forgotten = any(member_ids) or forgotten = any(contact_ids) or exists (
      select from jsonb_array_elements(escalation) as step where step -> field ? forgotten));
$$;

-- Those that went before.
update crawl_schedules s set alerts = s.alerts || jsonb_build_object(
  'memberIds', (
    select coalesce(jsonb_agg(named), '[]') from jsonb_array_elements_text(s.alerts -> 'memberIds') as named
    where exists (select from people p join memberships m on m.person_id = p.id
      where m.workspace_id = s.workspace_id and p.public_id = named)),
  'contactIds', (
    select coalesce(jsonb_agg(named), '[]') from jsonb_array_elements_text(s.alerts -> 'contactIds') as named
    where exists (select from contacts c where c.workspace_id = s.workspace_id and c.public_id = named)),
  'teamIds', (
    select coalesce(jsonb_agg(named), '[]') from jsonb_array_elements_text(s.alerts -> 'teamIds') as named
    where exists (select from teams t where t.workspace_id = s.workspace_id and t.public_id = named)));
