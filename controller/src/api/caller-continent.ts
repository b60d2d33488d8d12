import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'

/** Countries by continent, as regions name it (shared/src/regions.ts); ISO 3166-1 alpha-2.
 *  Source: UN M49; Russia counts where most of its networks are. */
const COUNTRIES: Readonly<Record<string, string>> = {
  Africa:
    'DZ AO BJ BW BF BI CV CM CF TD KM CG CD CI DJ EG GQ ER SZ ET GA GM GH GN GW KE LS LR LY ' +
    'MG MW ML MR MU YT MA MZ NA NE NG RE RW SH ST SN SC SL SO ZA SS SD TZ TG TN UG EH ZM ZW',
  Asia:
    'AF AM AZ BH BD BT BN KH CN CY GE HK IN ID IR IQ IL JP JO KZ KP KR KW KG LA LB MO MY MV ' +
    'MN MM NP OM PK PS PH QA SA SG LK SY TW TJ TH TL TR TM AE UZ VN YE',
  Europe:
    'AX AL AD AT BY BE BA BG HR CZ DK EE FO FI FR DE GI GR GG VA HU IS IE IM IT JE LV LI LT ' +
    'LU MT MD MC ME NL MK NO PL PT RO RU SM RS SK SI ES SJ SE CH UA GB XK',
  'North America':
    'AI AG AW BS BB BZ BM BQ VG CA KY CR CU CW DM DO SV GL GD GP GT HT HN JM MQ MX MS NI PA ' +
    'PR BL KN LC MF PM VC SX TT TC US VI',
  'South America': 'AR BO BR CL CO EC FK GF GY PY PE SR UY VE',
  Oceania: 'AS AU CK FJ PF GU KI MH FM NR NC NZ NU NF MP PW PG PN WS SB TK TO TV UM VU WF',
}

/** Headers in which proxies that know say where a client is: Cloudflare, CloudFront, App Engine, Vercel. */
const COUNTRY_HEADERS = [
  'cf-ipcountry',
  'cloudfront-viewer-country',
  'x-appengine-country',
  'x-vercel-ip-country',
]

const CONTINENTS: ReadonlyMap<string, string> = new Map(
  Object.entries(COUNTRIES).flatMap(([continent, codes]) =>
    codes.split(' ').map((code) => [code, continent] as const),
  ),
)

/** The continent a caller is on; null when nobody knows. */
export type ContinentOf = (request: Pick<FastifyRequest, 'headers'>) => string | null

/** The continent a caller is on, as the proxy in front says.
 *  @param isBehindProxy whether headers are a proxy's (SIGHTLINE_TRUST_PROXY); else a client made them up
 *  @returns null when nobody knows */
export function callerContinent(
  headers: IncomingHttpHeaders,
  isBehindProxy: boolean,
): string | null {
  if (!isBehindProxy) return null
  for (const name of COUNTRY_HEADERS) {
    const value = headers[name]
    const continent = typeof value === 'string' ? CONTINENTS.get(value.trim().toUpperCase()) : null
    if (continent != null) return continent
  }
  return null
}
