import type { CausesOf, CauseText } from './cause-text.ts'

/** The port and what speaks there. */
export const TCP_TEXTS = {
  connectionRefused: {
    sentence: ({ peer, from }) => `Connections to ${peer} are refused ${from}`,
    advice: ({ check, peer }) => [
      `Start the service that should listen at ${peer}, and look at its log for why it ended.`,
      'Check that it listens on the public address, not on 127.0.0.1 alone.',
      ...(check?.ip == null ? [] : [`Check that ${check.ip} is still the address of the server.`]),
    ],
  },
  connectionReset: {
    sentence: ({ peer, from }) => `${peer} breaks connections off ${from}`,
    advice: () => [
      "Look at the service's log: it, or a firewall in front of it, ends the connection.",
      'Check limits of connections for each visitor, and whether the service crashes on the request.',
    ],
  },
  unexpectedReply: {
    sentence: ({ peer, from, error }) =>
      `${peer} gives another reply than the monitor expects ${from}${error === '' ? '' : ` (${error})`}`,
    advice: () => [
      'Check that the right service listens on this port, and that it is in good order.',
      'If the service was changed on purpose, change what the monitor expects.',
    ],
  },
  udpNoReply: {
    sentence: ({ peer, from, limit }) => `${peer} does not reply within ${limit} ${from}`,
    advice: () => [
      'Check that the service runs and that the firewall lets UDP through in both directions.',
      'Check that what the monitor sends is something the service replies to (for SNMP: the right community).',
    ],
  },
  udpPortUnreachable: {
    sentence: ({ peer, from }) => `Nothing listens on the UDP port ${peer} as seen ${from}`,
    advice: ({ peer }) => [
      `Start the service that should listen at ${peer}.`,
      'Check that it listens on the public address and on UDP.',
    ],
  },
} as const satisfies Record<CausesOf<'tcp'>, CauseText>
