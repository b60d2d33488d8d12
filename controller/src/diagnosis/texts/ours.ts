import type { CausesOf, CauseText } from './cause-text.ts'

/** What is ours, or not the target's alone. */
export const OURS_TEXTS = {
  agentFault: {
    sentence: ({ host, from }) =>
      `The check of ${host} fails ${from} because of the agent itself, which says nothing about the site`,
    advice: () => [
      'Look at the agent of this location: its log and its self-test say what is wrong.',
      'Restart or update the agent; the site needs nothing.',
    ],
  },
  agentEgressDown: {
    sentence: ({ host, from }) =>
      `The agent has no way out to ${host} ${from}, which says nothing about the site`,
    advice: () => [
      "Look at the network of the agent's machine: its link, default route, firewall and name servers.",
      'A monitor of IPv6 addresses needs an agent whose network has IPv6.',
    ],
  },
  resolverFault: {
    sentence: ({ host, from }) =>
      `The agent's own name servers fail to resolve ${host} ${from}, while the name is in order`,
    advice: () => [
      "Look at the name servers the agent uses (SIGHTLINE_DNS_SERVERS, or its machine's own).",
      'Give the agent at least two name servers, so that one may fail.',
    ],
  },
  monitorMisconfigured: {
    sentence: ({ host, error }) =>
      `The settings of the monitor do not fit ${host}${error === '' ? '' : ` (${error})`}`,
    advice: ({ hasPassed }) => [
      "Compare the monitor's URL, port and expectations with what the site really gives.",
      hasPassed
        ? 'Undo the latest change of the monitor to see whether it passes again.'
        : 'Ask for the same from your own machine: what does not work there either is wrong in the monitor.',
    ],
  },
  dependencyDown: {
    sentence: ({ host }) => `${host} is down together with a service it depends on`,
    advice: () => [
      'Repair the service it depends on first: its own analysis says what is wrong there.',
      'If this monitor stays down afterwards, look at its alternatives below.',
    ],
  },
  sharedProvider: {
    sentence: ({ host }) => `${host} is down together with other hosts of the same provider`,
    advice: () => [
      "Look at the provider's status page and ask its support: the trouble is not this site's alone.",
      'If outages like this are too costly, spread the sites over more than one provider.',
    ],
  },
} as const satisfies Record<CausesOf<'ours'>, CauseText>
