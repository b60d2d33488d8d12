import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { problemsOf } from '../../../helpers/migration-rules.ts'

const MIGRATIONS = new URL('../../../../controller/src/db/migrations/', import.meta.url)

/** Those before were made when there was no version to live with. */
const FIRST_JUDGED = 41

const judged = readdirSync(MIGRATIONS).filter((name) => Number.parseInt(name, 10) >= FIRST_JUDGED)

describe('a migration', () => {
  it.each(judged)('%s can be applied while the version before works', (name) => {
    expect(problemsOf(readFileSync(new URL(name, MIGRATIONS), 'utf8'))).toEqual([])
  })

  it.each([
    'create table trial (id integer primary key); create index trial_id on trial (id)',
    'alter table monitors add column trial integer',
    'alter table monitors add column trial integer not null default 1',
    'alter table monitors alter column name set default 1',
    'alter table monitors add constraint trial check (id > 0) not valid',
    'alter table monitors validate constraint trial',
    'alter table agents alter column id type bigint',
    `create function trial() returns trigger language plpgsql as $$ begin drop table monitors; end $$`,
    '-- outside a transaction\ndrop index concurrently if exists trial;\ncreate index concurrently if not exists trial on monitors (id);',
    `-- outside a transaction\ndrop index concurrently if exists trial;\ncreate index concurrently if not exists trial on monitors (id);\ncreate or replace function trial() returns integer language sql as $$ select 1 $$;`,
    'alter table monitors drop column trial; update schema_support set oldest = 41',
  ])('%s is one', (sql) => {
    expect(problemsOf(sql)).toEqual([])
  })

  it.each([
    ['create index trial on monitors (id)', /concurrently/],
    ['create unique index concurrently if not exists trial on monitors (id)', /outside/],
    [
      '-- outside a transaction\ncreate index concurrently if not exists trial on monitors (id)',
      /half an index/,
    ],
    ['-- outside a transaction\nalter table monitors add column trial integer', /outside/],
    [
      '-- outside a transaction\ncreate function trial() returns integer language sql as $$ select 1 $$',
      /outside/,
    ],
    ['create index trial on check_results (region)', /stopping/],
    ['alter table check_results alter column ip type text', /rewrites/],
    ['alter table monitors alter column url set not null', /looks through/],
    ['alter table monitors add column trial integer not null', /default/],
    ['alter table monitors add trial text generated always as (url) stored', /rewrites/],
    ['alter table monitors add column trial uuid default gen_random_uuid()', /differs by row/],
    ['alter table monitors add constraint trial check (id > 0)', /not valid/],
    ['alter table monitors add column trial bigint references teams (id)', /both tables/],
    ['alter table monitors add unique (url)', /builds an index/],
    ['update monitors set name = 1', /pages/],
    ['alter table monitors drop column name', /takes something out/],
    ['alter table agents rename column id to number', /takes something out/],
    ['drop table teams', /takes something out/],
    [
      'alter table monitors add column a integer; alter table outages add column b integer',
      /a script each/,
    ],
  ])('%s is none', (sql, problem) => {
    expect(problemsOf(sql).join('\n')).toMatch(problem)
  })
})
