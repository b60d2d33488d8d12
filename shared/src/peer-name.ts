/** "host:port" as people read it, IPv6 addresses in brackets. */
export function peerName(host: string, port: number): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
}
