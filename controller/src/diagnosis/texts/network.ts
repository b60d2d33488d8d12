import type { CausesOf, CauseText } from './cause-text.ts'

/** The way to the host. */
export const NETWORK_TEXTS = {
  connectionTimeout: {
    sentence: ({ type, host, peer, from, limit }) =>
      type === 'ping'
        ? `${host} answers no echo request within ${limit} ${from}`
        : `No connection to ${peer} comes about within ${limit} ${from}`,
    advice: ({ type }) => [
      'Check that the server is on and that its address has not changed.',
      type === 'ping'
        ? 'Look for a firewall rule that drops ICMP echo requests: a host may be well and not answer them.'
        : 'Look for a firewall rule that drops packets to this port: a refused connection would answer at once.',
      "Allow the addresses of the monitoring agents if the site's firewall blocks unknown visitors.",
    ],
  },
  hostUnreachable: {
    sentence: ({ host, from }) => `Routers report that the host ${host} cannot be reached ${from}`,
    advice: () => [
      'Check the rules of firewalls: one that rejects connections of the monitoring agents is told in the same way.',
      'Check that the server is on and its network cable, switch port or virtual interface is up.',
      'Ask the hosting provider whether the address still leads to your server.',
    ],
  },
  networkUnreachable: {
    sentence: ({ host, from }) => `There is no route to the network of ${host} ${from}`,
    advice: () => [
      'Ask the hosting provider whether its routes (BGP) to this address are announced.',
      'If the address is a new one, check that it was typed correctly.',
    ],
  },
  routeLoop: {
    sentence: ({ host, from }) => `Packets to ${host} run in a circle and never arrive ${from}`,
    advice: () => [
      'Send the trace below to the hosting provider: two routers send the packets back to each other.',
      'After a move of the address, routes need to be removed at the old place too.',
    ],
  },
  pathBreak: {
    sentence: ({ host, from }) => `The way to ${host} breaks off before it arrives ${from}`,
    advice: () => [
      'Send the trace below to the hosting provider and to the operator of the last router that answers.',
      'The server itself is probably well: other visitors may reach it.',
    ],
  },
  packetLoss: {
    sentence: ({ host, from, error }) =>
      `Too many packets to ${host} are lost ${from}${error === '' ? '' : ` (${error})`}`,
    advice: () => [
      'Look at the load of the link and of the server: a full line drops packets.',
      'Send the trace below to the hosting provider: it shows from where on packets are lost.',
    ],
  },
} as const satisfies Record<CausesOf<'network'>, CauseText>
