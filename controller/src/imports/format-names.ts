/** Forms of files that can be imported, as the API calls them. */
export const FORMAT_NAMES = [
  'uptimeKuma',
  'uptimeKumaSqlite',
  'uptimeRobot',
  'csv',
  'sightline',
] as const
export type FormatName = (typeof FORMAT_NAMES)[number]
