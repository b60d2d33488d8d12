import type { CausesOf, CauseText } from './cause-text.ts'

/** Splits by region, address and family. */
export const PARTIAL_TEXTS = {
  regionalOutage: {
    sentence: ({ target, error }) =>
      `${target} fails from some regions only${error === '' ? '' : ` (${error})`}`,
    advice: () => [
      'Look for rules by country or address in the firewall or the delivery network.',
      'Compare the addresses the name gives in each region: one data centre may be down.',
      'Ask the provider for trouble on the routes from the failing regions.',
    ],
  },
  singleAddressDown: {
    sentence: ({ host, from }) => `Some addresses of ${host} fail while others work ${from}`,
    advice: () => [
      'Repair the server behind the failing address, or take the address out of DNS or the load balancer.',
      'Visitors meet the failing address by chance: many see the site well.',
    ],
  },
  ipv4Only: {
    sentence: ({ host, from }) => `${host} works over IPv4, but not over IPv6 ${from}`,
    advice: () => [
      'Check that the service listens on its IPv6 address and that the firewall has the same rules for IPv6.',
      'Remove the AAAA record until IPv6 works again.',
    ],
  },
  ipv6Only: {
    sentence: ({ host, from }) => `${host} works over IPv6, but not over IPv4 ${from}`,
    advice: () => [
      'Check that the service listens on its IPv4 address and that the firewall lets it through.',
      'Most visitors have IPv4: repair it first.',
    ],
  },
} as const satisfies Record<CausesOf<'partial'>, CauseText>
