import type { Story } from '../story.ts'
import { day, listedBriefly, reason } from '../wording.ts'
import type { CausesOf, CauseText } from './cause-text.ts'

const until = ({ certificate }: Story): string =>
  certificate?.expiresAt == null ? '' : ` on ${day(certificate.expiresAt)}`

const issuedBy = ({ certificate }: Story): string =>
  certificate === null ? '' : ` (issued by ${certificate.issuer})`

/** The handshake and the certificate. */
export const TLS_TEXTS = {
  certExpired: {
    sentence: (story) => {
      const { host, from, error, check } = story
      // Its own date is one to come then.
      if (/one that it builds on has expired/.test(error)) {
        return `The certificate of ${host} is good, but one that it builds on has expired as seen ${from}`
      }
      if (/^One that the certificate .*builds on expires /.test(error)) {
        return `One that the certificate of ${host} builds on ends soon as seen ${from} (${error})`
      }
      const isWarning = check?.status === 'degraded' && !/has expired/.test(error)
      const verb = isWarning ? 'expires' : 'has expired'
      // The one that is shown may be another, of where redirects led to.
      const told = /\((\d{4}-\d{2}-\d{2})T/.exec(error)?.[1]
      return `The certificate of ${host} ${verb}${told === undefined ? until(story) : ` on ${told}`} as seen ${from}`
    },
    advice: ({ hasSetting }) => [
      'Renew the certificate now, and have the web server load it (a reload is often forgotten).',
      'Find out why the automatic renewal did not run: its timer, its log, the access it needs.',
      ...(hasSetting('tls.minDaysLeft')
        ? ['Set "tls.minDaysLeft" of the monitor to be warned days before.']
        : []),
      'If it is one that it builds on, have the web server send the whole present chain of the authority.',
    ],
  },
  certNotYetValid: {
    sentence: ({ host, from, error }) =>
      /one that it builds on is not valid yet/.test(error)
        ? `The certificate of ${host} is good, but one that it builds on is not valid yet as seen ${from}`
        : `The certificate of ${host} is not valid yet as seen ${from}`,
    advice: () => [
      'Put the previous certificate back until the new one is valid.',
      'Check the clock of the machine that issued it.',
    ],
  },
  certHostnameMismatch: {
    sentence: ({ host, from, certificate }) =>
      `The certificate shown for ${host} is for ${certificate === null || certificate.names.length === 0 ? 'another name' : listedBriefly(certificate.names)} ${from}`,
    advice: ({ host }) => [
      `Issue a certificate that names ${host}, or add the name to the present one.`,
      'Check that the web server has a virtual host of this name: without one it shows its default certificate.',
    ],
  },
  certUntrusted: {
    sentence: (story) =>
      `The certificate of ${story.host}${issuedBy(story)} is not trusted ${story.from}${reason(story)}`,
    advice: () => [
      'Use a certificate of a public authority; one signed by itself is trusted by nobody.',
      'If it is of an authority of your own, give it to the agents with NODE_EXTRA_CA_CERTS.',
      'If its key is too short or its signature too weak, have it issued anew: RSA with 2,048 bits or more, or ECDSA, and SHA-256.',
    ],
  },
  certChainIncomplete: {
    sentence: (story) =>
      `${story.host} sends its certificate${issuedBy(story)} without the one that links it to a trusted authority ${story.from}`,
    advice: () => [
      'Configure the whole chain ("fullchain.pem"), not the certificate of the server alone.',
      'Browsers often find the missing one by themselves, so a site may look well there and fail everywhere else.',
    ],
  },
  tlsHandshakeFailed: {
    sentence: ({ peer, from, error }) =>
      `The TLS handshake with ${peer} fails ${from}${error === '' ? '' : ` (${error})`}`,
    advice: () => [
      "Look at the server's log of TLS errors, and check that the port speaks TLS at all.",
      'Check that it offers a version and ciphers of today (TLS 1.2 and 1.3), and knows the name that is asked for (SNI).',
      'If it asks visitors for a certificate of their own, exempt the monitored address from that: checks have none.',
    ],
  },
  tlsProtocolTooOld: {
    sentence: (story) =>
      `${story.peer} speaks no version of TLS that the monitor accepts ${story.from}${reason(story)}`,
    advice: ({ hasSetting }) => [
      'Switch on TLS 1.2 and 1.3 on the server; browsers refuse older versions too.',
      hasSetting('tls.minVersion')
        ? 'If the device cannot do better, lower "tls.minVersion" of the monitor.'
        : 'If the device cannot do better, monitor it without TLS.',
    ],
  },
} as const satisfies Record<CausesOf<'tls'>, CauseText>
