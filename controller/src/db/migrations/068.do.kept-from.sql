-- From when on results, quarters and hours are there. How long they are kept is a setting: of one that was shortened
-- and then lengthened again, what is gone stays gone, and reports have to know it. Null: nobody has set anything, and
-- 400, 400 and 1,130 days are kept, as in versions before.
alter table rollup_progress
  add column results_from timestamptz,
  add column quarters_from timestamptz,
  add column hours_from timestamptz;
