import type { Fleet } from '../helpers/fleet.ts'
import { openShop } from './shop.ts'
import type { Analyses } from '../helpers/kept-audit-answers.ts'

/** Analyses that the page of an audit asks for. */
const NAMES = [
  'audit',
  'meta-tags',
  'security-headers',
  'content',
  'links',
  'structured-data',
  'redirect-chains',
  'robots-txt',
  'sitemap',
  'lighthouse',
  'indexability',
  'accessibility',
  'ai-readiness',
  'keyword-density',
  'page-timing',
] as const

/** What an agent of this installation finds of a page on this machine, told as if it were somewhere else. The agent is
 *  gone afterwards: nothing that is laid into the installation is checked.
 *  @param controller name of it in the fleet
 *  @param told address that stands in place of the page's own */
export async function readAnalyses(
  fleet: Fleet,
  controller: string,
  told: string,
): Promise<Analyses> {
  const shop = await openShop()
  const sandbox = process.geteuid?.() === 0 ? 'off' : 'on'
  const agent = await fleet.startAgent('pictures', [controller], {
    more: { SIGHTLINE_CHROME_SANDBOX: sandbox, SIGHTLINE_DOH_URL: 'none' },
  })
  const host = new URL(shop.origin).host
  const read = async (query: string): Promise<object> => {
    const { body } = await fleet.call(controller, 'GET', `/api/v1/${query}`)
    const text = JSON.stringify(body)
    return JSON.parse(
      text.replaceAll(shop.origin, new URL(told).origin).replaceAll(host, new URL(told).host),
    )
  }
  const address = encodeURIComponent(`${shop.origin}/`)
  const found = new Map<string, object>()
  for (const name of NAMES) found.set(name, await read(`${name}?url=${address}`))
  found.set('waterfall', await read(`waterfall?url=${address}&filmstrip=true`))
  for (const device of ['mobile', 'desktop']) {
    found.set(device, await read(`screenshot?url=${address}&device=${device}&format=json`))
  }
  await agent.stop()
  shop.close()
  await fleet.db.query({ text: 'delete from agents' })
  return (name, query) => found.get(name === 'screenshot' ? (query.get('device') ?? '') : name)
}
