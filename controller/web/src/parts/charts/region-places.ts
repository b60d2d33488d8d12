type Degrees = readonly [longitude: number, latitude: number]

// Where the data centres of big hosts lie that are called so.
const DUBLIN: Degrees = [-6.3, 53.3]
const LONDON: Degrees = [-0.1, 51.5]
const PARIS: Degrees = [2.4, 48.9]
const AMSTERDAM: Degrees = [4.9, 52.4]
const FRANKFURT: Degrees = [8.7, 50.1]
const ZURICH: Degrees = [8.5, 47.4]
const MILAN: Degrees = [9.2, 45.5]
const MADRID: Degrees = [-3.7, 40.4]
const STOCKHOLM: Degrees = [18.1, 59.3]
const HELSINKI: Degrees = [24.9, 60.2]
const WARSAW: Degrees = [21, 52.2]
const VIRGINIA: Degrees = [-77.5, 39]
const OHIO: Degrees = [-83, 40]
const IOWA: Degrees = [-93.6, 41.6]
const CALIFORNIA: Degrees = [-121.9, 37.4]
const OREGON: Degrees = [-120.7, 45.8]
const MONTREAL: Degrees = [-73.6, 45.5]
const SAO_PAULO: Degrees = [-46.6, -23.5]
const SANTIAGO: Degrees = [-70.7, -33.4]
const CAPE_TOWN: Degrees = [18.4, -33.9]
const JOHANNESBURG: Degrees = [28, -26.2]
const BAHRAIN: Degrees = [50.6, 26.1]
const DUBAI: Degrees = [55.3, 25.2]
const TEL_AVIV: Degrees = [34.8, 32.1]
const MUMBAI: Degrees = [72.9, 19.1]
const SINGAPORE: Degrees = [103.8, 1.4]
const JAKARTA: Degrees = [106.8, -6.2]
const TOKYO: Degrees = [139.7, 35.7]
const SEOUL: Degrees = [127, 37.6]
const HONG_KONG: Degrees = [114.2, 22.3]
const SYDNEY: Degrees = [151.2, -33.9]
const AUCKLAND: Degrees = [174.8, -36.8]

/** By code: those that every installation knows, those of hosts, and short names of cities. */
const PLACES: Readonly<Record<string, Degrees>> = {
  'eu-west': DUBLIN,
  'eu-west-2': LONDON,
  'eu-west-3': PARIS,
  'eu-central': FRANKFURT,
  'eu-central-2': ZURICH,
  'eu-north': STOCKHOLM,
  'eu-south': MILAN,
  'eu-south-2': MADRID,
  'uk-south': LONDON,
  'us-east': VIRGINIA,
  'us-east-2': OHIO,
  'us-central': IOWA,
  'us-west': CALIFORNIA,
  'us-west-2': OREGON,
  'ca-central': MONTREAL,
  'sa-east': SAO_PAULO,
  'af-south': CAPE_TOWN,
  'me-south': BAHRAIN,
  'me-central': DUBAI,
  'il-central': TEL_AVIV,
  'ap-south': MUMBAI,
  'ap-southeast': SINGAPORE,
  'ap-southeast-2': SYDNEY,
  'ap-southeast-3': JAKARTA,
  'ap-northeast': TOKYO,
  'ap-northeast-2': SEOUL,
  'ap-east': HONG_KONG,
  'au-east': SYDNEY,
  dub: DUBLIN,
  lon: LONDON,
  lhr: LONDON,
  par: PARIS,
  cdg: PARIS,
  ams: AMSTERDAM,
  fra: FRANKFURT,
  zrh: ZURICH,
  mil: MILAN,
  mad: MADRID,
  sto: STOCKHOLM,
  arn: STOCKHOLM,
  hel: HELSINKI,
  waw: WARSAW,
  iad: VIRGINIA,
  nyc: [-74, 40.7],
  chi: [-87.6, 41.9],
  ord: [-87.6, 41.9],
  dfw: [-96.8, 32.8],
  lax: [-118.2, 34.1],
  sfo: [-122.4, 37.8],
  sea: [-122.3, 47.6],
  yyz: [-79.4, 43.7],
  gru: SAO_PAULO,
  scl: SANTIAGO,
  jnb: JOHANNESBURG,
  dxb: DUBAI,
  tlv: TEL_AVIV,
  bom: MUMBAI,
  sin: SINGAPORE,
  nrt: TOKYO,
  tyo: TOKYO,
  icn: SEOUL,
  hkg: HONG_KONG,
  syd: SYDNEY,
  akl: AUCKLAND,
}

/** Where a location lies, by its code: an own one with a known beginning too, such as "eu-central-1" or "fra2".
 *  @returns null for one that nothing is known of */
export function placeOf(region: string): Degrees | null {
  const code = region.toLowerCase()
  const known = (name: string): Degrees | null =>
    Object.hasOwn(PLACES, name) ? (PLACES[name] ?? null) : null
  return known(code) ?? known(code.replace(/-?\d+[a-z]?$/, ''))
}
