import { plainSerial } from '@sightline/shared/certificate-serial'
import { announceAgentChange } from '../db/agents.ts'
import type { RevokedRow } from '../db/certificates.ts'
import { insertRevokedCertificate, markCertificatesRevoked } from '../db/certificates.ts'
import type { Database } from '../db/pool.ts'

/** Four bytes at least, 20 at most (RFC 5280, 4.1.2.2): shorter words are names. */
const SERIAL = /^[0-9A-F]{8,40}$/

/** Revokes certificates. Streams of agents that came in with them are cut at once, on whichever controller, and no other
 *  comes in with them; of a controller's, agents are told, leave whoever has it and connect to nobody with it.
 *  @param what a serial number, also of one that was made elsewhere, or the name of an agent
 *  @returns those that were in force */
export async function revokeCertificates(db: Database, what: string): Promise<RevokedRow[]> {
  return db.transaction(async (tx) => {
    const serial = plainSerial(what)
    const revoked = await markCertificatesRevoked(tx, serial, what)
    const isForeign =
      revoked.length === 0 && SERIAL.test(serial) && (await insertRevokedCertificate(tx, serial))
    const all = isForeign ? [{ serial, use: null }] : revoked
    if (all.length > 0) await announceAgentChange(tx)
    return all
  })
}
