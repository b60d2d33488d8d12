import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { UPTIME_KUMA_SQLITE } from '../../../../controller/src/imports/reading/formats/uptime-kuma-sqlite.ts'
import { formatOf } from '../../../../controller/src/imports/reading/formats/index.ts'
import { openSourceFile } from '../../../../controller/src/imports/reading/source-file.ts'
import { kumaDatabase } from '../../../helpers/kuma-database.ts'

const read = (path: string) => UPTIME_KUMA_SQLITE.read(openSourceFile(path))

describe('the database of Uptime Kuma', () => {
  it('is read with tags, groups, notifications and maintenance', () => {
    const path = kumaDatabase(`
      insert into monitor (id, name, type) values (1, 'Group', 'group');
      insert into monitor (id, name, type, url, "interval", parent, auth_method, basic_auth_user, basic_auth_pass)
        values (2, 'Shop', 'http', 'https://shop.example', 120, 1, 'basic', 'u', 'p');
      insert into monitor (id, name, type, docker_container) values (3, 'Box', 'docker', 'x');
      insert into monitor (id, name, type, hostname, active) values (4, 'Gate', 'ping', 'gw.example', 0);
      insert into tag values (1, 'prod', '#fff');
      insert into monitor_tag values (1, 2, 1, '');
      insert into notification (id, name, config) values (5, 'Mail', '{"type":"smtp","smtpTo":"a@x.example"}');
      insert into monitor_notification values (1, 2, 5);
      insert into maintenance (id, title, strategy, start_date, end_date)
        values (1, 'Move', 'single', '2027-01-05 22:00:00', '2027-01-05 23:00:00');
      insert into monitor_maintenance values (1, 2, 1);
      insert into status_page values (1, 'public');`)
    expect(formatOf(openSourceFile(path))).toBe('uptimeKumaSqlite')
    const { monitors, contacts, windows, notCarried } = read(path)
    expect(monitors).toMatchObject([
      {
        ref: 'monitor 2',
        intervalSeconds: 120,
        isActive: true,
        body: {
          url: 'https://shop.example',
          tags: ['Group', 'prod'],
          alerts: { contactIds: ['notification 5'] },
          settings: { auth: { kind: 'basic', username: 'u', password: 'p' } },
        },
      },
      { ref: 'monitor 4', isActive: false, body: { url: 'ping://gw.example' } },
    ])
    expect(contacts).toMatchObject([{ body: { name: 'Mail', email: 'a@x.example' } }])
    expect(windows).toMatchObject([{ body: { description: 'Move', monitorIds: ['monitor 2'] } }])
    expect(notCarried.map(({ what }) => what)).toEqual([
      'group monitor',
      'docker monitor',
      'status pages',
    ])
  })

  it('of an earlier version may lack tables and columns', () => {
    const path = kumaDatabase(
      `insert into monitor values (1, 'Old', 'http', 'https://old.example')`,
      'create table monitor (id integer primary key, name text, type text, url text)',
    )
    expect(read(path).monitors).toMatchObject([
      { name: 'Old', body: { url: 'https://old.example' } },
    ])
  })
})

describe('a database that is not what it seems', () => {
  const NAMED = 'id integer primary key, name text, type text, url text'

  it.each<[string, string, string]>([
    [
      'a view in place of the table',
      `create table t (${NAMED}); create view monitor as
        with recursive n(i) as (select 1 union all select i + 1 from n) select i as id, 'x' as name from n`,
      'no table "monitor"',
    ],
    ['another program', `create table bookmarks (${NAMED})`, 'no table "monitor"'],
    [
      'a virtual table in place of the table',
      'create virtual table monitor using fts5(id, name, type, url)',
      'no table "monitor"',
    ],
  ])('is refused: %s', (_, schema, words) => {
    expect(() => read(kumaDatabase('', schema))).toThrow(words)
  })

  it('has nothing run that it brings along', () => {
    const path = kumaDatabase(
      `insert into monitor (id, name, type, url) values (1, 'A', 'http', 'https://a.example');`,
      `create table monitor (${NAMED},
         bomb text generated always as (replace(hex(zeroblob(100000)), '0', name)) virtual,
         "weird "" column" text, "__proto__" text default 'x');
       create index heavy on monitor (length(name));
       create table log (id integer);
       create trigger noisy after insert on monitor begin insert into log values (new.id); end;
       create view tag as select 1 as id, 'viewed' as name`,
    )
    const { monitors } = read(path)
    expect(monitors).toHaveLength(1)
    expect(monitors[0]?.body).not.toHaveProperty('bomb')
  })

  it('holds values of any kind without harm', () => {
    const path = kumaDatabase(`
      insert into monitor (id, name, type, url, "interval", headers, accepted_statuscodes_json) values
        (1, x'00ff', 'http', 'https://a.example', 9223372036854775807, '{broken', '[1, null, {}]'),
        (2, 5, 'port', null, 'often', null, 'x'),
        (3, null, null, null, null, null, '[]')`)
    const { monitors, notCarried } = read(path)
    expect(monitors).toHaveLength(1)
    expect(notCarried).toHaveLength(2)
  })

  it.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    [
      'overwritten',
      (bytes: Buffer) =>
        Buffer.concat([bytes.subarray(0, 100), Buffer.alloc(bytes.length - 100, 0xa5)]),
    ],
    ['its first bytes alone', (bytes: Buffer) => bytes.subarray(0, 20)],
  ])('is refused in words when it is %s', (_, damage) => {
    const path = kumaDatabase(`insert into monitor (id, name) values (1, 'x')`)
    writeFileSync(path, damage(readFileSync(path)))
    expect(() => read(path)).toThrow(/The database cannot be read|no table/)
  })

  it('ends, whichever byte of it is another', () => {
    const path = kumaDatabase(
      `insert into monitor (id, name, type, url) values (1, 'x', 'http', 'https://a.example')`,
    )
    const bytes = readFileSync(path)
    for (let at = 0; at < bytes.length; at += 61) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 0xff
      writeFileSync(path, changed)
      try {
        expect(read(path).monitors.length).toBeLessThan(500_000)
      } catch (error: unknown) {
        expect(error).toMatchObject({ name: 'FileProblem' })
      }
    }
  })
})
