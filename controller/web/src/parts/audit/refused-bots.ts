/** Names of the crawlers that may not fetch the start page of a site, in the order of the alphabet. Pure. */
export function refusedBots(
  perBot: Readonly<Record<string, { readonly allowed: boolean }>>,
): string[] {
  return Object.entries(perBot)
    .filter(([, { allowed }]) => !allowed)
    .map(([name]) => name)
    .sort()
}
