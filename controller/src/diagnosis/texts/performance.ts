import type { CausesOf, CauseText } from './cause-text.ts'

/** Times. */
export const PERFORMANCE_TEXTS = {
  slowDns: {
    sentence: ({ host, from }) => `Resolving the name ${host} takes too long ${from}`,
    advice: () => [
      'Check the load and the reach of the name servers of the zone.',
      'A longer time to live of the records makes resolvers ask less often.',
    ],
  },
  slowConnect: {
    sentence: ({ type, host, peer, from }) =>
      type === 'ping'
        ? `Round trips to ${host} take too long ${from}`
        : `Connecting to ${peer} takes too long ${from}`,
    advice: () => [
      'Look at the load of the server and of its line: a full queue of connections makes visitors wait.',
      'Packets that are lost on the way make connecting slow too: trace the route from here.',
    ],
  },
  slowTls: {
    sentence: ({ peer, from }) => `The TLS handshake with ${peer} takes too long ${from}`,
    advice: () => [
      'Look at the processor of the server: handshakes are what it feels first.',
      'Switch on TLS 1.3 and session resumption, and use an ECDSA certificate.',
    ],
  },
  slowServer: {
    sentence: ({ target, from }) =>
      `The server takes too long to begin its answer for ${target} ${from}`,
    advice: () => [
      'Look at slow queries of the database and at services the application waits for.',
      'Look at the load of the server, and cache what is asked for often.',
    ],
  },
  slowDownload: {
    sentence: ({ target, from }) => `The content of ${target} arrives too slowly ${from}`,
    advice: () => [
      "Look at the load of the server's line, and at how large the answer has become.",
      'Compress answers, and deliver large ones from a network near the visitors.',
    ],
  },
  timeout: {
    sentence: ({ target, from, limit }) =>
      `${target} gives no complete answer within ${limit} ${from}`,
    advice: () => [
      'Check whether the application hangs: all its workers busy, or waiting for the database.',
      'Look at the log of slow requests at the time the outage began, and restart what hangs.',
    ],
  },
} as const satisfies Record<CausesOf<'performance'>, CauseText>
