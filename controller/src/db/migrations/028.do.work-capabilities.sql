-- What work is, and what an agent must be able to do for it, are two things. Nothing of it lives longer than
-- some minutes.
alter table work_items add column capability text;
update work_items set
  capability = case when kind = 'recheck' then payload ->> 'capability' else kind end,
  kind = case when kind = 'recheck' then kind else 'onDemand' end;
alter table work_items
  alter column capability set not null,
  add check (kind in ('recheck', 'onDemand'));
