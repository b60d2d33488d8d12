/** Numbers of the record types that are asked for or read.
 *  Source: the IANA registry "Resource Record (RR) TYPEs" */
export const TYPE_NUMBERS = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  PTR: 12,
  MX: 15,
  TXT: 16,
  AAAA: 28,
  SRV: 33,
  OPT: 41,
  DS: 43,
  DNSKEY: 48,
  TLSA: 52,
  SVCB: 64,
  HTTPS: 65,
  CAA: 257,
} as const

/** A record type by its name. */
export type RecordType = Exclude<keyof typeof TYPE_NUMBERS, 'OPT'>
