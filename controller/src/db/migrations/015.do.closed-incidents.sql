-- When what began an incident at PagerDuty was found to be over, told there or not.
alter table alerts add column closed_at timestamptz;
create index alerts_open_incidents on alerts (id)
  where channel = 'pagerduty' and state = 'sent' and closed_at is null
    and message ->> 'isResolved' = 'false';
create index alerts_incidents on alerts ((message ->> 'incidentKey')) where channel = 'pagerduty';
