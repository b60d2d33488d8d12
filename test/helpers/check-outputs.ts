/** What a check of the web came to, as an agent puts it: the address is up. */
export const UP = {
  status: 'up',
  statusCode: 200,
  responseMs: 12.4,
  timings: { dnsMs: 1.5, connectMs: 1, tlsMs: 4, firstByteMs: 5, downloadMs: 0.9 },
  ip: '192.0.66.1',
  failure: null,
}

/** The same of a server that takes no connection. */
export const REFUSED = {
  ...UP,
  status: 'down',
  statusCode: null,
  responseMs: null,
  failure: {
    source: 'target',
    phase: 'connect',
    cause: 'connectionRefused',
    message: 'The connection to example.com:443 was refused.',
  },
}
