import { execFile } from 'node:child_process'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { ServerCertificate } from '../../helpers/certificates.ts'
import type { Place, RealServer } from '../../helpers/real-server.ts'
import { startServer } from '../../helpers/real-server.ts'

const run = promisify(execFile)

const HEAD = `$TTL 300
@ IN SOA ns1.hosts.test. hostmaster.example.test. 7 3600 900 604800 60
@ IN NS ns1.hosts.test.
`
const TLSA_HASH = 'a'.repeat(64)

/** One zone with every record type a monitor can ask for. */
const RECORDS = `${HEAD}
@      IN A     192.0.2.1
@      IN A     192.0.2.2
@      IN AAAA  2001:db8::1
@      IN MX    10 mail
@      IN MX    20 mail2.example.org.
@      IN TXT   "v=spf1 -all"
@      IN TXT   "two " "strings"
@      IN CAA   0 issue "ca.example.org"
www    IN CNAME example.test.
away   IN CNAME www.signed.test.
_sip._tcp IN SRV 5 10 5060 sip
1      IN PTR   host.example.test.
sub    IN NS    ns1.hosts.test.
sub    IN DS    12345 13 2 ${'B'.repeat(64)}
key    IN DNSKEY 257 3 13 mdsswUyr3DPW132mOi8V9xESWE8jTo0dxCjjnopKl+GqJxpVXckHAeF+KkxLbxILfDLUT0rAK9iUzy1L53eKGQ==
_tls   IN SVCB  1 svc alpn=h2,h3 port=8443
@      IN HTTPS 1 . alpn=h2 ipv4hint=192.0.2.1
_443._tcp IN TLSA 3 1 1 ${TLSA_HASH}
long   IN TXT   ${Array.from({ length: 12 }, (_, i) => `"${String(i).repeat(200).slice(0, 200)}"`).join(' ')}
`

const WWW = `${HEAD}
www IN A 192.0.2.80
*.wild IN A 192.0.2.81
`

const ROOT = `$TTL 300
. IN SOA ns1.hosts.test. hostmaster.example.test. 1 3600 900 604800 60
. IN NS ns1.hosts.test.
${['example', 'signed', 'forged', 'expired', 'hosts'].map((zone) => `${zone}.test. IN NS ns1.hosts.test.`).join('\n')}
ns1.hosts.test. IN A 127.0.0.1
`
const HOSTS = `${HEAD}
ns1 IN A 127.0.0.1
localhost IN A 127.0.0.1
`
const SIGNED_ZONES = ['signed.test', 'forged.test', 'expired.test'] as const
const ZONES = ['.', 'example.test', 'hosts.test', ...SIGNED_ZONES] as const

const fileOf = (zone: string): string => `db.${zone === '.' ? 'root' : zone}`

/** Programs that these servers need. */
export const PROGRAMS = ['named', 'dnssec-keygen', 'dnssec-signzone'] as const

type Find = (name: string) => string

async function sign(folder: string, zone: string, program: Find): Promise<void> {
  const at = { cwd: folder }
  const keygen = ['-q', '-a', 'ECDSAP256SHA256', '-f', 'KSK', '-K', folder, zone]
  await run(program('dnssec-keygen'), keygen, at)
  const times = zone === 'expired.test' ? ['-P', '-s', 'now-864000', '-e', 'now-86400'] : []
  const options = ['-q', '-S', '-z', '-g', '-K', folder, '-d', folder, ...times]
  const file = fileOf(zone)
  await run(program('dnssec-signzone'), [...options, '-o', zone, '-f', file, file], at)
  if (zone !== 'forged.test') return
  const signed = path.join(folder, file)
  const text = await readFile(signed, 'utf8')
  await writeFile(signed, text.replaceAll('192.0.2.80', '192.0.2.66'))
}

/** The key of the root zone as the configuration of a resolver trusts it. */
async function rootAnchor(folder: string): Promise<string> {
  const name = (await readdir(folder)).find((file) => /^K\.\+.*\.key$/.test(file)) ?? ''
  const text = await readFile(path.join(folder, name), 'utf8')
  const [, flags, protocol, algorithm, key = ''] =
    /DNSKEY (\d+) (\d+) (\d+) (.+)$/m.exec(text) ?? []
  return `. static-key ${flags} ${protocol} ${algorithm} "${key.replaceAll(' ', '')}";`
}

const options = ({ folder }: Place): string => `
  directory "${folder}";
  pid-file none;
  session-keyfile none;
  listen-on-v6 { none; };
  minimal-responses no-auth-recursive;
  allow-query { 127.0.0.0/8; };
`

function authoritative(
  certificate: ServerCertificate,
  program: Find,
): Parameters<typeof startServer>[0] {
  return {
    program: program('named'),
    ports: 3,
    files: (place) => ({
      'named.conf': `
        controls {};
        tls own { key-file "${place.folder}/key.pem"; cert-file "${place.folder}/cert.pem"; };
        options {
          ${options(place)}
          listen-on port ${place.ports[0]} { 127.0.0.1; };
          listen-on port ${place.ports[1]} tls own { 127.0.0.1; };
          listen-on port ${place.ports[2]} tls own http default { 127.0.0.1; };
          recursion no;
          dnssec-validation no;
        };
        zone "closed.test" { type primary; file "${fileOf('hosts.test')}"; allow-query { none; }; };
        ${ZONES.map((zone) => `zone "${zone}" { type primary; file "${fileOf(zone)}"; check-names ignore; };`).join('\n')}
      `,
      'key.pem': certificate.key,
      'cert.pem': certificate.cert,
      [fileOf('.')]: ROOT,
      [fileOf('example.test')]: RECORDS,
      [fileOf('hosts.test')]: HOSTS,
      ...Object.fromEntries(SIGNED_ZONES.map((zone) => [fileOf(zone), WWW])),
    }),
    async prepare({ folder }) {
      await Promise.all(SIGNED_ZONES.map((zone) => sign(folder, zone, program)))
      await sign(folder, '.', program)
    },
    args: ({ folder }) => ['-g', '-4', '-n', '1', '-c', `${folder}/named.conf`],
  }
}

function validating(
  upstream: RealServer,
  anchor: string,
  program: Find,
): Parameters<typeof startServer>[0] {
  return {
    program: program('named'),
    ports: 1,
    files: (place) => ({
      'named.conf': `
        controls {};
        trust-anchors { ${anchor} };
        options {
          ${options(place)}
          listen-on port ${place.ports[0]} { 127.0.0.1; };
          recursion yes;
          forward only;
          forwarders { 127.0.0.1 port ${upstream.ports[0]}; };
          dnssec-validation yes;
          empty-zones-enable no;
        };
      `,
    }),
    args: ({ folder }) => ['-g', '-4', '-n', '1', '-c', `${folder}/named.conf`],
  }
}

/** Two name servers: one speaks for all zones, the other resolves through it and checks signatures. */
export interface NameServers {
  readonly authority: RealServer
  readonly resolver: RealServer
  readonly stop: () => Promise<void>
}

/** Starts a signed root zone of this machine's own with zones below it, and a resolver that trusts its
 *  key only. Neither asks any other server.
 *  @param certificate what is shown over TLS and HTTPS */
export async function startNameServers(
  certificate: ServerCertificate,
  program: Find,
): Promise<NameServers> {
  const authority = await startServer(authoritative(certificate, program))
  try {
    const anchor = await rootAnchor(authority.folder)
    const resolver = await startServer(validating(authority, anchor, program))
    return {
      authority,
      resolver,
      async stop() {
        await resolver.stop()
        await authority.stop()
      },
    }
  } catch (error) {
    await authority.stop()
    throw error
  }
}
