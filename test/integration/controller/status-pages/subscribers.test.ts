import { describe, expect, it, onTestFinished } from 'vitest'
import { insertOutageNote } from '../../../../controller/src/db/outage-notes.ts'
import type { Queryable } from '../../../../controller/src/db/pool.ts'
import { createMaintenanceService } from '../../../../controller/src/maintenance/maintenance-service.ts'
import { createStatusPageService } from '../../../../controller/src/status-pages/status-page-service.ts'
import { mailSubscribers } from '../../../../controller/src/status-pages/subscribers/mail-subscribers-job.ts'
import { createSubscriptions } from '../../../../controller/src/status-pages/subscribers/subscribe.ts'
import { tellSubscribers } from '../../../../controller/src/status-pages/subscribers/tell-subscribers.ts'
import type { AlertingTest } from '../../../helpers/alerting.ts'
import { openAlertingTest } from '../../../helpers/alerting.ts'
import type { MailCatcher } from '../../../helpers/mail-catcher.ts'
import { catchMail } from '../../../helpers/mail-catcher.ts'
import { mailedLink } from '../../../helpers/mailed-link.ts'

const SUBSCRIBER_JOBS = ['mailSubscription', 'mailSubscribers'] as const
const CLIENT = '192.0.2.1'

let test: AlertingTest
let mail: MailCatcher
let shop: Awaited<ReturnType<AlertingTest['addMonitor']>>
let pageId: number
const now = (): Date => new Date(test.clock.nowMs)
const subscriptions = () => createSubscriptions({ db: test.db, limitsDb: test.db, now })

async function open(): Promise<void> {
  mail = await catchMail()
  test = await openAlertingTest({ smtpUrl: mail.url })
  onTestFinished(() => test.close())
  shop = await test.addMonitor({ name: 'shop.internal prod-7' })
  await publish('example', 'Example')
}

async function publish(slug: string, title: string): Promise<void> {
  const pages = createStatusPageService({
    db: test.db,
    now,
    publicUrl: () => 'https://monitor.example.com',
    changed: () => undefined,
  })
  await pages.create(test.workspaceId, {
    slug,
    title,
    published: true,
    components: [{ monitorId: shop.publicId, name: 'Shop' }],
  })
  const { rows } = await test.db.query<{ id: number }>(
    { text: 'select id from status_pages where slug = $1' },
    [slug],
  )
  pageId = rows[0]?.id ?? 0
}

const asked = () => ({ pageId, workspaceId: test.workspaceId, ip: CLIENT })
const run = (): Promise<void> => test.run(SUBSCRIBER_JOBS)
async function ask(email: string): Promise<void> {
  await subscriptions().ask(email, asked())
  await run()
}
async function subscribe(email: string): Promise<void> {
  await ask(email)
  const token = mailedLink(mail, 'confirm').searchParams.get('token') ?? ''
  await subscriptions().confirm(token)
  mail.mails.length = 0
}
async function tell(): Promise<string[]> {
  await tellSubscribers(test.parts)
  await run()
  return mail.mails.splice(0).map(({ to, headers }) => `${to.join()}: ${headers.get('subject')}`)
}
function passMinutes(minutes: number): void {
  test.clock.nowMs += minutes * 60_000
}

/** As many as a page may have. @param confirmedAt null: they never confirmed */
async function addOthers(confirmedAt: Date | null): Promise<void> {
  await test.db.query(
    {
      text: `insert into status_page_subscribers (public_id, page_id, email, email_key, confirmation_hash,
          confirmation_expires_at, unsubscribe_token, created_at, confirmed_at)
        select 'sub_' || place, $1, place, place, sha256(place::bytea), $2::timestamptz + interval '1 day', place, $2, $3
        from (select $4 || n as place from generate_series(1, 5000) n) others`,
    },
    [pageId, now(), confirmedAt, confirmedAt === null ? 'un' : ''],
  )
}

describe('a subscription', () => {
  it('begins with the link that is mailed, and ends with the link of each mail', async () => {
    await open()
    await ask('Reader@example.com')
    expect(mail.mails.map(({ to }) => to)).toEqual([['Reader@example.com']])
    mail.mails.length = 0
    await test.goDown(shop)
    expect(await tell()).toEqual([])
    await ask('reader@example.com')
    const token = mailedLink(mail, 'confirm').searchParams.get('token') ?? ''
    expect(await subscriptions().readLink(token)).toMatchObject({ state: 'usable' })
    expect(await subscriptions().confirm(token)).toMatchObject({ state: 'confirmed' })
    mail.mails.length = 0
    expect(await tell()).toEqual(['reader@example.com: [Example] Shop is down'])
  })

  it('is not asked for again, and no mail tells, where there is one', async () => {
    await open()
    await subscribe('reader@example.com')
    await ask('READER@example.com')
    expect(mail.mails).toEqual([])
  })

  it('is refused for what is no address, and when it is asked for too often', async () => {
    await open()
    expect(await subscriptions().ask('no address', asked())).toBe(false)
    for (let count = 0; count < 3; count += 1) await ask('reader@example.com')
    await expect(subscriptions().ask('Reader@example.com', asked())).rejects.toThrow(/too often/)
    expect(mail.mails).toHaveLength(3)
  })

  it('does not begin with a link that is over, or that another came after', async () => {
    await open()
    await ask('reader@example.com')
    const first = mailedLink(mail, 'confirm').searchParams.get('token') ?? ''
    await ask('reader@example.com')
    expect(await subscriptions().confirm(first)).toEqual({ state: 'unknown' })
    const second = mailedLink(mail, 'confirm').searchParams.get('token') ?? ''
    passMinutes(24 * 60 + 1)
    expect(await subscriptions().confirm(second)).toEqual({ state: 'expired' })
    await tell()
    expect(await subscriptions().confirm(second)).toEqual({ state: 'unknown' })
  })

  it('begins however many others never confirmed, and not where as many as may be did', async () => {
    await open()
    await addOthers(null)
    await ask('reader@example.com')
    const token = mailedLink(mail, 'confirm').searchParams.get('token') ?? ''
    await addOthers(now())
    expect(await subscriptions().confirm(token)).toEqual({ state: 'full' })
    mail.mails.length = 0
    await ask('other@example.com')
    expect(mail.mails).toEqual([])
    await test.db.query({
      text: `delete from status_page_subscribers where public_id like 'sub\\_%5' and confirmed_at is not null`,
    })
    expect(await subscriptions().confirm(token)).toMatchObject({ state: 'confirmed' })
  })

  it('ends for good with the token of a mail', async () => {
    await open()
    await subscribe('reader@example.com')
    await test.goDown(shop)
    await tellSubscribers(test.parts)
    await run()
    const token = mailedLink(mail, 'unsubscribe').searchParams.get('token') ?? ''
    expect(await subscriptions().findToLeave(token)).toBe('reader@example.com')
    await subscriptions().leave(token)
    expect(await subscriptions().findToLeave(token)).toBeNull()
  })
})

describe('subscribers', () => {
  it('are told once of an outage, of what is written on it for everybody, and of its end', async () => {
    await open()
    await subscribe('one@example.com')
    await subscribe('two@example.com')
    expect(await tell()).toEqual([])
    const outageId = await test.goDown(shop)
    expect((await tell()).toSorted()).toEqual([
      'one@example.com: [Example] Shop is down',
      'two@example.com: [Example] Shop is down',
    ])
    expect(await tell()).toEqual([])
    passMinutes(5)
    await write(outageId, 'Nobody else may read this.', false)
    expect(await tell()).toEqual([])
    await write(outageId, 'A disk failed.', true)
    expect(await tell()).toHaveLength(2)
    passMinutes(5)
    await test.comeUp(shop, outageId)
    expect((await tell())[0]).toContain('Shop: the outage is over')
    expect(await tell()).toEqual([])
  })

  it('read nothing but the public name', async () => {
    await open()
    await subscribe('one@example.com')
    await test.goDown(shop)
    await tellSubscribers(test.parts)
    await run()
    expect(mail.mails).toHaveLength(1)
    expect(mail.mails[0]?.source).not.toMatch(/prod-7|connection is refused|127\.0\.0\.1/)
  })

  it('are told of maintenance that is planned, and again when it is moved', async () => {
    await open()
    await subscribe('one@example.com')
    const windows = createMaintenanceService({ db: test.db, now })
    const from = new Date(test.clock.nowMs + 3_600_000)
    const to = new Date(from.getTime() + 3_600_000)
    const planned = { description: 'New disks', from, to, monitorIds: [shop.publicId] }
    const window = await windows.create(test.workspaceId, planned)
    expect(await tell()).toEqual(['one@example.com: [Example] Maintenance is planned: Shop'])
    expect(await tell()).toEqual([])
    const later = { from: to, to: new Date(to.getTime() + 3_600_000) }
    await windows.change(test.workspaceId, window.id, later)
    expect(await tell()).toHaveLength(1)
  })

  it('are told once of maintenance that repeats for years, and of the end of an outage that lasted as long', async () => {
    await open()
    await subscribe('one@example.com')
    const windows = createMaintenanceService({ db: test.db, now })
    const from = new Date(test.clock.nowMs + 3_600_000)
    const to = new Date(from.getTime() + 3_600_000)
    const weekly = { description: 'Weekly', from, to, recurrence: 'week' as const }
    await windows.create(test.workspaceId, { ...weekly, monitorIds: [shop.publicId] })
    const outageId = await test.goDown(shop)
    expect(await tell()).toHaveLength(1)
    for (let days = 0; days < 210; days += 7) {
      passMinutes(7 * 24 * 60)
      expect(await tell()).toEqual([])
    }
    await test.comeUp(shop, outageId)
    expect(await tell()).toEqual(['one@example.com: [Example] Shop: the outage is over'])
  })

  it('get no mail any more of a page that is not published any more', async () => {
    await open()
    await subscribe('one@example.com')
    await test.goDown(shop)
    await tellSubscribers(test.parts)
    await test.db.query({ text: 'update status_pages set published = false' })
    await run()
    expect(mail.mails).toEqual([])
  })

  it('get a mail later that the mail server did not take, and none that it took', async () => {
    await open()
    await subscribe('one@example.com')
    await test.goDown(shop)
    mail.reaction = { data: 451 }
    expect(await tell()).toEqual([])
    mail.reaction = 'accept'
    passMinutes(1)
    expect(await tell()).toEqual(['one@example.com: [Example] Shop is down'])
  })

  it('are told also where another page cannot be', async () => {
    await open()
    await subscribe('one@example.com')
    await test.db.query({ text: `update status_pages set timezone = 'Mars/Base'` })
    await publish('other', 'Other')
    await subscribe('two@example.com')
    await test.goDown(shop)
    await expect(tellSubscribers(test.parts)).rejects.toThrow(/Mars/)
    await run()
    expect(mail.mails.map(({ to }) => to.join())).toEqual(['two@example.com'])
  })

  it('are told also while another page takes long, and where what is old cannot be cleaned up', async () => {
    await open()
    await subscribe('one@example.com')
    const slowId = pageId
    await publish('other', 'Other')
    await subscribe('two@example.com')
    await test.goDown(shop)
    // As the database does with what takes too long while others wait.
    const tooSlow = async (tx: Queryable, values: readonly unknown[] | undefined) => {
      const limit = await tx.query<{ statement_timeout: string }>({
        text: 'show statement_timeout',
      })
      if (values?.[0] !== slowId || limit.rows[0]?.statement_timeout !== '2s') return
      await tx.query({ text: `set local statement_timeout = '1ms'` })
      await tx.query({ text: 'select pg_sleep(1)' })
    }
    const order: unknown[] = []
    const over = (to: Queryable): Queryable => ({
      async query(statement, values) {
        if (statement.text.startsWith('delete from status_page')) throw new Error('not cleaned up')
        if (statement.text.includes('where id = $1 and published')) await tooSlow(to, values)
        if (statement.text.includes('insert into status_page_mailings')) order.push(values?.[0])
        return to.query(statement, values)
      },
    })
    const db: typeof test.db = {
      ...test.db,
      ...over(test.db),
      transaction: (work, how) => test.db.transaction((tx) => work(over(tx)), how),
    }
    await expect(tellSubscribers({ ...test.parts, db })).rejects.toThrow('not cleaned up')
    expect(order).toEqual([pageId, slowId])
  })

  it('get what comes after a mail that only a newer version can make', async () => {
    await open()
    await subscribe('one@example.com')
    const outageId = await test.goDown(shop)
    await tellSubscribers(test.parts)
    await test.db.query({ text: `update status_page_mailings set message = '{}'` })
    passMinutes(1)
    await test.comeUp(shop, outageId)
    await tellSubscribers(test.parts)
    await expect(run()).rejects.toThrow('page')
    expect(mail.mails.map(({ headers }) => headers.get('subject'))).toEqual([
      '[Example] Shop: the outage is over',
    ])
  })

  it('are not flooded by what flaps', async () => {
    await open()
    await subscribe('one@example.com')
    let count = 0
    for (let minute = 0; minute < 30; minute += 1) {
      const outageId = await test.goDown(shop)
      count += (await tell()).length
      passMinutes(1)
      await test.comeUp(shop, outageId)
      count += (await tell()).length
    }
    expect(count).toBe(12)
  })
})

async function write(outageId: string, text: string, isPublic: boolean): Promise<void> {
  const { rows } = await test.db.query<{ id: number }>(
    { text: 'select id::float8 as id from outages where public_id = $1' },
    [outageId],
  )
  const note = {
    id: `nte_${text.length}`,
    authorId: test.ownerId,
    authorName: 'Olga',
    text,
    public: isPublic,
    createdAt: now(),
  }
  await insertOutageNote(test.db, rows[0]?.id ?? 0, note, 100)
}

describe('a mail that the mail server does not take now', () => {
  it('is not lost when the database is away in that moment', async () => {
    await open()
    await subscribe('reader@example.com')
    await test.goDown(shop)
    await tellSubscribers(test.parts)
    mail.reaction = { data: 451 }
    let failures = 3
    const query: typeof test.db.query = async (statement, values) => {
      const putsBack = statement.text.includes('insert into status_page_mails')
      if (putsBack && failures > 0) {
        failures -= 1
        throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
      }
      return test.db.query(statement, values)
    }
    const parts = { ...test.parts, db: { ...test.db, query } }
    await mailSubscribers(parts, { pageId, workspaceId: test.workspaceId })
    expect(failures).toBe(0)
    mail.reaction = 'accept'
    passMinutes(1)
    await run()
    expect(mail.mails.map(({ to }) => to)).toEqual([['reader@example.com']])
  })
})
