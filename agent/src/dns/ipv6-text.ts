/** An IPv6 address in its shortest form. Source: RFC 5952 */
export function ipv6Text(bytes: Buffer): string {
  const groups: string[] = []
  for (let at = 0; at < 16; at += 2) groups.push(bytes.readUInt16BE(at).toString(16))
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1)
}
