import { parseBody } from '../../imports/parse-body.ts'
import type { StatusPageCreationInput } from '../../status-pages/page-input.ts'
import { StatusPageCreation } from '../../status-pages/page-input.ts'
import { MAX_STATUS_PAGES } from '../../status-pages/status-page-service.ts'
import type { Fields } from '../plan/field-changes.ts'
import { freePageAddress } from '../../db/unique-values.ts'
import type { Thing } from '../plan/plan-entries.ts'
import type { Kind } from './kind.ts'
import { pick } from './kind.ts'

const EVERYTHING = { limit: MAX_STATUS_PAGES, offset: 0 }

/** What a page has that says nothing else. */
const DEFAULTS = {
  description: '',
  homeUrl: null,
  timezone: 'UTC',
  color: null,
  logo: null,
  host: null,
  published: false,
  listed: true,
  showResponseTimes: false,
  components: [],
} as const satisfies Partial<StatusPageCreationInput>

type Component = NonNullable<StatusPageCreationInput['components']>[number]

interface PageThing extends Thing {
  readonly components: readonly Component[]
}

/** Status pages. */
export const STATUS_PAGE: Kind<PageThing, StatusPageCreationInput> = {
  async read({ context, actor: { workspaceId } }) {
    const { statusPages } = await context.statusPages.list(workspaceId, EVERYTHING)
    return Promise.all(
      statusPages.map(async (view) => {
        const { id, title: name, slug, logoUrl } = view
        const logo = logoUrl === null ? null : await context.statusPages.logo(workspaceId, id)
        const fields = { ...fieldsOf({ ...view, logo: null }), logo }
        const { components } = view
        return { kind: 'statusPage', id, name, sign: slug, components, open: fields, shown: fields }
      }),
    )
  },
  signOf: (_, { slug }) => (typeof slug === 'string' ? slug : null),
  wish(_, body, thing) {
    const said = parseBody(StatusPageCreation, body)
    const components = (said.components ?? []).map((each) => named(each, thing))
    const input = { ...DEFAULTS, ...said, components }
    const { logo = null } = input
    const data = logo === null ? null : `data:${logo.type};base64,${logo.bytes.toString('base64')}`
    const fields = { ...fieldsOf(input), logo: data }
    return { input, open: fields, shown: fields }
  },
  async create({ context, actor }, input) {
    const { id } = await context.statusPages.create(actor.workspaceId, input)
    return { id, shownOnce: null }
  },
  async change({ context, actor }, { id }, input, fields) {
    await context.statusPages.change(actor.workspaceId, id, pick(input, fields))
  },
  async remove({ context, actor }, things) {
    for (const { id } of things) await context.statusPages.remove(actor.workspaceId, id)
  },
  async makeRoom({ context, actor: { workspaceId } }, { id }, fields) {
    const asked = { slug: fields.has('slug'), host: fields.has('host') }
    await freePageAddress(context.db, workspaceId, id, asked)
  },
}

/** A component that says no name keeps the one it has. */
function named(component: Component, thing: PageThing | null): Component {
  const before = thing?.components.find(({ monitorId }) => monitorId === component.monitorId)
  const name = component.name ?? before?.name
  return name === undefined ? component : { ...component, name }
}

function fieldsOf(page: StatusPageCreationInput): Fields {
  const { components = [], ...rest } = page
  const shown = components.map(({ monitorId, name, description, group }) => ({
    monitorId,
    name,
    description: description ?? '',
    group: group ?? null,
  }))
  const names = ['slug', 'title', ...Object.keys(DEFAULTS)]
  return { ...pick(rest, new Set(names)), components: shown }
}
