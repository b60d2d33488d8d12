-- Results that are stored and that the decision rule could not judge, because it, or a statement that follows from
-- it, failed. They are judged again by whoever looks at monitors next (verdicts/rule-keeper.ts).
create table unjudged_results (
  monitor_id integer not null references monitors on delete cascade,
  scheduled_at timestamptz not null,
  region text not null,
  attempt smallint not null,
  -- Of the settings it was checked by; 0: its agent does not say.
  generation integer not null,
  judge_at timestamptz not null,
  primary key (monitor_id, scheduled_at, region, attempt)
);
create index unjudged_results_due on unjudged_results (judge_at);

-- How often that happened since there is this table: one row.
create table judging_faults (
  results bigint not null default 0,
  last_at timestamptz
);
insert into judging_faults default values;
