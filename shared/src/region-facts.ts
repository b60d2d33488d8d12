/** What people read about a location. */
export interface RegionFacts {
  readonly name: string
  /** ISO 3166-1 alpha-2, null when the place is the operator's own. */
  readonly country: string | null
  readonly continent: string | null
}

const KNOWN: Readonly<Record<string, RegionFacts>> = {
  local: { name: 'This machine', country: null, continent: null },
  'eu-west': { name: 'Western Europe', country: 'IE', continent: 'Europe' },
  'eu-central': { name: 'Central Europe', country: 'DE', continent: 'Europe' },
  'eu-north': { name: 'Northern Europe', country: 'SE', continent: 'Europe' },
  'eu-south': { name: 'Southern Europe', country: 'IT', continent: 'Europe' },
  'uk-south': { name: 'United Kingdom', country: 'GB', continent: 'Europe' },
  'us-east': { name: 'US East', country: 'US', continent: 'North America' },
  'us-central': { name: 'US Central', country: 'US', continent: 'North America' },
  'us-west': { name: 'US West', country: 'US', continent: 'North America' },
  'ca-central': { name: 'Canada', country: 'CA', continent: 'North America' },
  'sa-east': { name: 'South America', country: 'BR', continent: 'South America' },
  'af-south': { name: 'Southern Africa', country: 'ZA', continent: 'Africa' },
  'me-south': { name: 'Middle East', country: 'BH', continent: 'Asia' },
  'ap-south': { name: 'South Asia', country: 'IN', continent: 'Asia' },
  'ap-southeast': { name: 'Southeast Asia', country: 'SG', continent: 'Asia' },
  'ap-northeast': { name: 'Northeast Asia', country: 'JP', continent: 'Asia' },
  'ap-east': { name: 'East Asia', country: 'HK', continent: 'Asia' },
  'au-east': { name: 'Australia', country: 'AU', continent: 'Oceania' },
}

/** Facts of a location code; an operator's own code is its own name. */
export function regionFacts(code: string): RegionFacts {
  return (isPlace(code) ? KNOWN[code] : undefined) ?? { name: code, country: null, continent: null }
}

/** Whether a location code is one of the places every installation knows. */
export function isPlace(code: string): boolean {
  return Object.hasOwn(KNOWN, code)
}
