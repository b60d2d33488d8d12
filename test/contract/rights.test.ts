import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Role } from '../../controller/src/accounts/roles.ts'
import { ROLES } from '../../controller/src/accounts/roles.ts'
import { addPerson } from '../helpers/add-person.ts'
import type { Operation } from '../helpers/api-document.ts'
import { fillWithLife } from '../helpers/lifelike/fill.ts'
import type { Browser } from '../helpers/signed-in.ts'
import { openBrowser, signIn, signUpOwner } from '../helpers/signed-in.ts'
import type { Answer, TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

/** An operation of the API, as its own description has it. */
interface Route {
  readonly method: string
  readonly path: string
  readonly name: string
  readonly isOpen: boolean
  readonly forPeople: boolean
}

const DAYS = 1
const HOST = 'www.alderfinch.com'

let api: TestApi
let owner: Browser
let routes: readonly Route[]
/** What is in the owner's workspace, by the words of {@link PLACES}. */
let ids: Readonly<Record<string, string>>
/** Owns another workspace, which is empty. */
let outsider: Browser
beforeAll(async () => {
  api = await openTestApi({ allow: '127.0.0.0/8' })
  owner = await signUpOwner(api)
  outsider = await openOutsider()
  routes = await readRoutes()
  ids = await fill()
})
afterAll(() => api.close())
beforeEach(() => api.passMinutes(2))

async function readRoutes(): Promise<Route[]> {
  const { paths } = (await api.ask('GET', '/openapi.json', { key: null })).body
  return Object.entries<Record<string, Operation>>(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { operationId: name, security }]) => ({
      method: method.toUpperCase(),
      path,
      name,
      isOpen: security.length === 0,
      forPeople: security.some((way) => Object.hasOwn(way, 'session')),
    })),
  )
}

async function openOutsider(): Promise<Browser> {
  await addPerson(api, 'outsider@example.com', 'viewer')
  await api.db.query({
    text: `with made as (
        insert into workspaces (public_id, name, plan) values ('wsp_beside', 'Beside', 'unlimited') returning id
      )
      update memberships set workspace_id = made.id, role = 'owner' from made
      where person_id = (select id from people where email = 'outsider@example.com')`,
  })
  const browser = openBrowser(api)
  await signIn(browser, 'outsider@example.com')
  return browser
}

/** Puts one of everything that has an id into the owner's workspace. */
async function fill(): Promise<Readonly<Record<string, string>>> {
  const { now } = api.clock
  api.clock.now = new Date()
  // As many as it takes: the limits are not what is looked at here.
  const ask = async (method: string, path: string, body?: unknown) => {
    api.passMinutes(0.1)
    const answer = await api.ask(method, path, { body })
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const life = await fillWithLife(api.db, ask, DAYS)
  api.clock.now = now
  const first = async (path: string, list: string): Promise<string> =>
    (await owner.ask('GET', path)).body[list][0].id
  const make = async (path: string, body: object, thing: string): Promise<string> =>
    (await owner.ask('POST', path, { body })).body[thing].id
  const maintenance = await first('/api/v1/maintenance', 'maintenance')
  const window = await ask('GET', `/api/v1/maintenance/${maintenance}`)
  const note = { text: 'The disk was full.', public: false }
  const lasting = { name: 'push', browsers: [{ name: 'phone', endpoint: PUSH, keys: PUSH_KEYS }] }
  const contact = (await ask('POST', '/api/v1/alerting/contacts', lasting)).contact
  await api.db.query({ text: ADD_THE_REST }, [gzipSync('{"url":"https://example.com/"}')])
  return {
    monitor: life.monitorId,
    outage: life.outageId,
    note: await make(`/api/v1/outages/${life.outageId}/notes`, note, 'note'),
    crawl: life.jobId,
    olderCrawl: life.olderJobId,
    statusPage: life.statusPageId,
    subscriber: 'sub_reader',
    maintenance,
    occurrence: window.occurrences[0].id,
    contact: contact.id,
    browser: contact.browsers[0].id,
    team: await first('/api/v1/alerting/teams', 'teams'),
    agent: await first('/api/v1/agents', 'agents'),
    token: await first('/api/v1/agents/tokens', 'tokens'),
    person: await first('/api/v1/people', 'people'),
    session: await first('/api/v1/me/sessions', 'sessions'),
    passkey: '4711',
    key: await make('/api/v1/keys', { name: 'Deploy' }, 'key'),
    invitation: await make(
      '/api/v1/invitations',
      { email: 'x@example.com', role: 'viewer' },
      'invitation',
    ),
    audit: 'aud_kept',
    workspace: (await owner.ask('GET', '/api/v1/me')).body.workspace.id,
    schedule: (await ask('POST', '/api/v1/crawl/schedules', WEEKLY)).id,
  }
}

const PUSH = 'https://push.example/phone'
const PUSH_KEYS = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}
const WEEKLY = { url: `https://${HOST}/`, from: '2035-01-01T00:00:00Z', recurrence: 'week' }

/** What takes a mail, an agent or a device to be made. */
const ADD_THE_REST = `
  with reader as (
    insert into status_page_subscribers (public_id, page_id, email, email_key, unsubscribe_token, created_at, confirmed_at)
    select 'sub_reader', id, 'reader@example.com', 'reader@example.com', 'token', now(), now() from status_pages
  ), device as (
    insert into person_passkeys (id, person_id, name, credential_id, public_key, counter, device_type, backed_up)
    select 4711, owner_person_id, 'Laptop', 'credential', 'key', 0, 'singleDevice', false from installation
  ), kept as (
    insert into audits (public_id, workspace_id, created_at, url, host, is_bare, fetched_url, status_code, region, score,
      grade, figures, bytes)
    select 'aud_kept', owner_workspace_id, now(), 'https://${HOST}/', '${HOST}', false, 'https://${HOST}/', 200, 'eu-west',
      80, 'B', '{}', 0 from installation
    returning id
  )
  insert into audit_parts (audit_id, part, created_at, result) select id, 'audit', now(), $1 from kept`

/** What stands for a parameter of a path, by the end of the path before it. */
const PLACES: Readonly<Record<string, string>> = {
  '/monitors/{id}': 'monitor',
  '/outages/{id}': 'outage',
  '/notes/{noteId}': 'note',
  '/crawl/{jobId}': 'crawl',
  '/maintenance/{id}': 'maintenance',
  '/occurrences/{id}': 'occurrence',
  '/contacts/{id}': 'contact',
  '/browsers/{browserId}': 'browser',
  '/teams/{id}': 'team',
  '/agents/{id}': 'agent',
  '/tokens/{id}': 'token',
  '/status-pages/{id}': 'statusPage',
  '/subscribers/{subscriberId}': 'subscriber',
  '/people/{id}': 'person',
  '/sessions/{id}': 'session',
  '/passkeys/{id}': 'passkey',
  '/keys/{id}': 'key',
  '/invitations/{id}': 'invitation',
  '/audits/{id}': 'audit',
  '/schedules/{id}': 'schedule',
}
/** Parameters that are words and no ids. */
const WORDS: Readonly<Record<string, string>> = {
  '/issues/{issueId}': 'imagesAltMissing',
  '/compare/{issueId}': 'imagesAltMissing',
  '/parts/{part}': 'audit',
  '/views/{name}': 'mine',
}

/** Where something else is named in a body. */
const NAMED_IN_BODIES: readonly (readonly [
  string,
  string,
  (idOf: (thing: string) => string) => object,
])[] = [
  ...(['memberIds', 'contactIds', 'teamIds'] as const).map(
    (name) =>
      [
        'POST',
        '/api/v1/monitors',
        (idOf: (thing: string) => string) => ({
          url: 'https://made.example.com/',
          alerts: { [name]: [idOf(OF_FIELD[name])] },
        }),
      ] as const,
  ),
  [
    'POST',
    '/api/v1/monitors',
    (idOf) => ({ url: 'https://a.example/', dependsOn: [idOf('monitor')] }),
  ],
  ['PATCH', '/api/v1/monitors', (idOf) => ({ ids: [idOf('monitor')], action: 'pause' })],
  ['PATCH', '/api/v1/monitors', (idOf) => ({ ids: [idOf('monitor')], intervalMinutes: 1 })],
  ...(['memberIds', 'contactIds'] as const).flatMap(
    (name) =>
      [
        [
          'POST',
          '/api/v1/alerting/teams',
          (idOf: (thing: string) => string) => ({ name: 'Made', [name]: [idOf(OF_FIELD[name])] }),
        ],
        [
          'POST',
          '/api/v1/alerting/teams',
          (idOf: (thing: string) => string) => ({
            name: 'Made',
            escalation: [{ afterMinutes: 5, [name]: [idOf(OF_FIELD[name])] }],
          }),
        ],
        [
          'POST',
          '/api/v1/crawl/schedules',
          (idOf: (thing: string) => string) => ({
            ...WEEKLY,
            alerts: { [name]: [idOf(OF_FIELD[name])] },
          }),
        ],
      ] as const,
  ),
  [
    'POST',
    '/api/v1/crawl/schedules',
    (idOf) => ({ ...WEEKLY, alerts: { teamIds: [idOf('team')] } }),
  ],
  [
    'POST',
    '/api/v1/maintenance',
    (idOf) => ({
      description: 'Made',
      from: '2035-01-01T00:00:00Z',
      to: '2035-01-01T01:00:00Z',
      monitorIds: [idOf('monitor')],
    }),
  ],
  [
    'POST',
    '/api/v1/status-pages',
    (idOf) => ({ slug: 'made', title: 'Made', components: [{ monitorId: idOf('monitor') }] }),
  ],
  [
    'POST',
    '/api/v1/apply',
    (idOf) => ({
      monitors: [{ key: 'a', url: 'https://a.example/', alerts: { contacts: [idOf('contact')] } }],
    }),
  ],
  [
    'POST',
    '/api/v1/apply',
    (idOf) => ({
      monitors: [{ key: 'a', url: 'https://a.example/', dependsOn: [idOf('monitor')] }],
    }),
  ],
  ['POST', '/api/v1/me/workspace', (idOf) => ({ workspaceId: idOf('workspace') })],
]
const OF_FIELD = { memberIds: 'person', contactIds: 'contact', teamIds: 'team' } as const

/** Where something else is named in a query. */
const QUERIES: readonly ((idOf: (thing: string) => string) => string)[] = [
  (idOf) => `/api/v1/outages?monitorId=${idOf('monitor')}`,
  (idOf) => `/api/v1/alerts?monitorId=${idOf('monitor')}`,
  (idOf) => `/api/v1/audit-log?personId=${idOf('person')}`,
  (idOf) => `/api/v1/audit-log?subjectId=${idOf('monitor')}`,
  (idOf) => `/api/v1/crawl/${idOf('crawl')}/compare?with=${idOf('olderCrawl')}`,
  () => `/api/v1/audits?host=${HOST}`,
  () => `/api/v1/crawl?host=${HOST}`,
  () => '/api/v1/monitors?search=Checkout&beats=true',
]

/** What is refused for whom it is about, and not for who asks. */
const ABOUT_TARGETS = /private|address/

const isAnalysis = ({ path }: Route): boolean =>
  /^\/api\/v1\/(?:crawl|audits)(?:\/|$)/.test(path) || ONE_URL.test(path)
const ONE_URL =
  /^\/api\/v1\/(?:accessibility|ai-readiness|audit|content|indexability|keyword-analysis|keyword-density|lighthouse|links|meta-tags|page-timing|raw-html|redirect-chains|resources|robots-txt|screenshot|security-headers|sitemap|structured-data|waterfall|uptime-check)$/

/** Analyses that are kept, and crawls that come again, are a workspace's. */
const OF_WORKSPACE = /^\/api\/v1\/(?:audits|crawl\/schedules)(?:\/|$)/

/** For owners and admins. Source: docs/people.md, and what the routes tell */
const OF_ADMINS = new Set([
  'removeAgent',
  'listAgentTokens',
  'createAgentToken',
  'revokeAgentToken',
  'readAuditLog',
  'changePerson',
  'listInvitations',
  'createInvitation',
  'deleteInvitation',
  'renameWorkspace',
  'createWorkspace',
])
/** Asked by GET, and a matter of who changes monitors. */
const OF_EDITORS = new Set(['proposeMonitors', 'listStatusPageSubscribers'])
/** Of a person alone, whoever they are. */
const OF_ONESELF = /^\/api\/(?:v1\/(?:me|keys)|auth)(?:\/|$)/
/** Such as have to belong to some workspace: nobody leaves none. */
const IN_SOME = new Set([
  'listKeys',
  'createKey',
  'revokeKey',
  'listViews',
  'saveView',
  'deleteView',
])

/** Who may use a route. Source: decisions, section 3; docs/people.md */
function mayUse(route: Route, role: Role | 'nobody'): boolean {
  const { method, path, name } = route
  if (OF_ONESELF.test(path)) return role !== 'nobody' || !IN_SOME.has(name)
  // What is missing of keywords is said before anybody is looked at.
  if (role === 'nobody') return name === 'keywordAnalysis'
  if (isAnalysis(route) || name === 'readUsage') return true
  if (role === 'owner' || role === 'admin') return true
  if (OF_ADMINS.has(name)) return false
  // Anybody may leave; who would remove somebody is told by whom they are.
  if (name === 'removePerson') return true
  if (role === 'editor') return true
  return role === 'viewer' && method === 'GET' && !OF_EDITORS.has(name)
}

/** A path with its parameters filled in. @param idOf gives an id of a thing of that kind */
function fillIn(path: string, idOf: (thing: string) => string): string {
  return path.replaceAll(/(\/[\w-]+)?\/\{\w+\}/g, (place) => {
    const [, before = ''] = /^(.*\/)[^/]*$/.exec(place) ?? []
    const word = WORDS[place]
    const thing = PLACES[place]
    if (word === undefined && thing === undefined) throw new Error(`what is ${place} of ${path}?`)
    return before + (word ?? encodeURIComponent(idOf(thing ?? '')))
  })
}

/** As long as the one it stands for, and nobody's. */
const unknown = (thing: string): string =>
  (ids[thing] ?? '').replaceAll(/[0-9A-Za-z](?=[^_]*$)/g, '7')
const known = (thing: string): string => ids[thing] ?? ''

/** Bodies that are right but for what they are about. */
const BODIES: Readonly<Record<string, unknown>> = {
  createMonitor: { url: 'https://made.example.com/' },
  changeMonitor: { name: 'Taken' },
  changeMonitors: { ids: ['mon_none'], action: 'pause' },
  testMonitor: { url: 'not a url' },
  muteOutage: { minutes: 60 },
  createOutageNote: { text: 'It was us.', public: false },
  changeMaintenance: { description: 'Taken' },
  changeMaintenanceByPut: { description: 'Taken' },
  moveMaintenanceOccurrence: { to: '2035-01-01T00:00:00Z' },
  createMaintenance: { description: 'x', from: '2035-01-01', to: '2035-01-02', allMonitors: true },
  addAuditPart: { part: 'links' },
  createAudit: { url: 'not a url' },
  startCrawl: { url: 'not a url' },
  createCrawlSchedule: WEEKLY,
  changeCrawlSchedule: { active: false },
  createStatusPage: { slug: 'made', title: 'Made' },
  changeStatusPage: { title: 'Taken' },
  createAgentToken: { region: 'eu-west', name: 'Rack' },
  createContact: { name: 'Made', email: 'made@example.com' },
  changeContact: { name: 'Taken' },
  createTeam: { name: 'Made' },
  changeTeam: { name: 'Taken' },
  applyDocument: {},
  changePerson: { role: 'analyst' },
  createWorkspace: { name: 'Made' },
  renameWorkspace: { name: 'Made' },
  createInvitation: { email: 'made@example.com', role: 'viewer' },
  changeMe: {},
  chooseWorkspace: { workspaceId: 'wsp_none' },
  askForEmailChange: {},
  confirmEmailChange: { token: 'none' },
  createKey: { name: 'Made' },
  saveView: { name: 'mine', search: {} },
  acceptInvitation: { token: 'none' },
}

/** What some ask for besides. */
const QUERY_OF: Readonly<Record<string, string>> = {
  readCrawlPage: `url=https://${HOST}/`,
  compareCrawls: 'with=crw_none',
  compareCrawlIssue: 'with=crw_none',
  exportCrawl: 'what=pages&format=csv',
}

/** Without what does not end. */
const ENDLESS = new Set(['followWorkspace', 'followCrawl'])

/** What takes more to be made, or another id, than is there. */
const UNMADE = new Set(['readOutageScreenshot', 'compareCrawls', 'compareCrawlIssue'])

type Caller = (method: string, path: string, options?: { body?: unknown }) => Promise<Answer>

async function call(by: Caller, { method, name }: Route, path: string): Promise<Answer> {
  const body = BODIES[name]
  const needsJson = body === undefined && method !== 'GET' && method !== 'DELETE'
  const query = QUERY_OF[name]
  return by(
    method,
    query === undefined ? path : `${path}?${query}`,
    body === undefined ? (needsJson ? { body: {} } : {}) : { body },
  )
}

/** An answer without what it was asked for. */
function toldOf({ status, body }: Answer, idOf: (thing: string) => string): [number, string] {
  const text = JSON.stringify(body).replaceAll(/"used":\d+/g, '')
  return [status, Object.keys(ids).reduce((said, thing) => said.replaceAll(idOf(thing), '…'), text)]
}

/** All that the owner's workspace has. */
async function everything(): Promise<unknown> {
  const paths = [
    '/api/v1/export',
    '/api/v1/people',
    '/api/v1/keys',
    '/api/v1/invitations',
    '/api/v1/agents/tokens',
    '/api/v1/audits',
    '/api/v1/crawl',
    '/api/auth/passkeys',
    `/api/v1/outages/${ids['outage']}`,
    `/api/v1/status-pages/${ids['statusPage']}/subscribers`,
    `/api/v1/maintenance/${ids['maintenance']}`,
  ]
  api.passMinutes(2)
  const answers = paths.map(async (path) => {
    const { body } = await owner.ask('GET', path)
    const { usage: _usage, exportedAt: _at, ...rest } = body
    return rest
  })
  return Promise.all(answers)
}

describe('what is in another workspace', () => {
  it('is not there for somebody of this one, whatever they ask', async () => {
    const before = await everything()
    const about = routes.filter(({ path, isOpen }) => !isOpen && path.includes('{'))
    expect(about.length).toBeGreaterThan(60)
    for (const route of about.filter(({ name }) => !ENDLESS.has(name) && name !== 'deleteView')) {
      api.passMinutes(1)
      if (route.method === 'GET' && !UNMADE.has(route.name)) {
        const own = await call(owner.ask, route, fillIn(route.path, known))
        expect([route.name, own.status]).toEqual([route.name, 200])
      }
      const told = await call(outsider.ask, route, fillIn(route.path, known))
      const none = await call(outsider.ask, route, fillIn(route.path, unknown))
      const isOperators = /\/agents\//.test(route.path)
      expect([route.name, told.status, told.body]).toEqual([
        route.name,
        isOperators ? 403 : 404,
        { error: expect.any(String) },
      ])
      expect([route.name, ...toldOf(told, known)]).toEqual([route.name, ...toldOf(none, unknown)])
    }
    expect(await everything()).toEqual(before)
  })

  it('is not there for what they make themselves, named as anything', async () => {
    for (const [method, path, bodyOf] of NAMED_IN_BODIES) {
      api.passMinutes(1)
      const told = await outsider.ask(method, path, { body: bodyOf(known) })
      const none = await outsider.ask(method, path, { body: bodyOf(unknown) })
      expect([path, ...toldOf(told, known)]).toEqual([path, ...toldOf(none, unknown)])
      // Of many at once each is told by itself.
      const isRefused = told.status >= 400 || told.body.results?.every(({ ok }: never) => !ok)
      expect([path, JSON.stringify(told.body), isRefused]).toEqual([path, expect.anything(), true])
    }
  })

  it('is in nothing that they list, look for or take along', async () => {
    const lists = routes.filter(
      ({ method, path, name }) =>
        method === 'GET' && !path.includes('{') && !ENDLESS.has(name) && name !== 'readPlans',
    )
    const filters = QUERIES.map((query) => query(known))
    const found: unknown[] = []
    for (const path of [...lists.map((route) => route.path), ...filters]) {
      api.passMinutes(1)
      const { status, body } = await outsider.ask('GET', path)
      const text = JSON.stringify(body).replaceAll(known('crawl'), (id) =>
        // A crawl that is asked for is named in what is said of it.
        status === 404 ? '' : id,
      )
      const things = Object.entries(ids).filter(([, id]) => text.includes(`"${id}"`))
      if (things.length > 0 || text.includes('alderfinch')) found.push([path, status, things])
      if (status >= 500) found.push([path, status, body])
    }
    expect(found).toEqual([])
  })
})

describe('roles', () => {
  const people = new Map<Role | 'nobody', Browser>()
  beforeAll(async () => {
    for (const role of [...ROLES, 'nobody'] as const) {
      const email = `one-${role}@example.com`
      const personId = await addPerson(api, email, role === 'nobody' ? 'viewer' : role)
      if (role === 'nobody') {
        await api.db.query({ text: 'delete from memberships where person_id = $1' }, [personId])
      }
      const browser = openBrowser(api)
      await signIn(browser, email)
      people.set(role, browser)
    }
  })

  it('are told what they may do, by every route', async () => {
    const wrong: unknown[] = []
    for (const route of routes.filter(({ isOpen, name }) => !isOpen && !ENDLESS.has(name))) {
      for (const [role, { ask }] of people) {
        api.passMinutes(1)
        const { status, body } = await call(ask, route, fillIn(route.path, unknown))
        const isRefused = status === 403 && !ABOUT_TARGETS.test(body.error)
        if (isRefused === mayUse(route, role)) wrong.push([route.name, role, status, body.error])
      }
    }
    expect(wrong).toEqual([])
  })

  it('hold for their keys too, but for what is for people who are signed in', async () => {
    const wrong: unknown[] = []
    const keys = new Map<Role, string>()
    for (const role of ROLES) keys.set(role, await api.keyOf(role))
    for (const route of routes.filter(({ isOpen, name }) => !isOpen && !ENDLESS.has(name))) {
      for (const [role, key] of keys) {
        api.passMinutes(1)
        const ask: Caller = (method, path, asked) => api.ask(method, path, { ...asked, key })
        const { status, body } = await call(ask, route, fillIn(route.path, unknown))
        const isRefused = status === 403 && !ABOUT_TARGETS.test(body.error)
        const may = !route.forPeople && mayUse(route, role)
        if (isRefused === may) wrong.push([route.name, role, status, body.error])
      }
    }
    expect(wrong).toEqual([])
  })

  it('are none without a key or a session, and none but analyses with a key of nobody', async () => {
    const wrong: unknown[] = []
    const key = await api.unlinkedKey()
    for (const route of routes.filter(({ isOpen, name }) => !isOpen && !ENDLESS.has(name))) {
      api.passMinutes(1)
      const path = fillIn(route.path, unknown)
      const nobody = await call((...[m, p, o]) => api.ask(m, p, { ...o, key: null }), route, path)
      if (nobody.status !== 401 && route.name !== 'keywordAnalysis') {
        wrong.push([route.name, 'nobody', nobody.status])
      }
      const unlinked = await call((...[m, p, o]) => api.ask(m, p, { ...o, key }), route, path)
      const isAllowed =
        (isAnalysis(route) && !OF_WORKSPACE.test(route.path)) || route.name === 'readUsage'
      if (isAllowed === (unlinked.status === 403)) {
        wrong.push([route.name, 'unlinked', unlinked.status, unlinked.body.error])
      }
    }
    expect(wrong).toEqual([])
  })
})
