import type { ProtocolRange } from './protocol-range.ts'

/** Versions of the stream between agents and controllers that this side speaks. The highest is raised with every
 *  change that an older side would misread, the lowest when the way of the oldest is taken out: no sooner than a
 *  release later, so that each version speaks with the one before and the one after. */
export const PROTOCOL_VERSIONS: ProtocolRange = { lowest: 1, highest: 1 }

/** How often an agent reports that it lives, in ms. */
export const HEARTBEAT_INTERVAL_MS = 5_000

/** Silence after which an agent counts as lost and its monitors move, in ms. */
export const AGENT_LOST_AFTER_MS = 15_000

/** Slots lie on multiples of this in UNIX time, so that those of an agent's many monitors fall together: checks
 *  that begin in the same moment share the wake-ups of the process and the sockets to the name servers. At 300
 *  a second a check over HTTP took 0.88 ms of processor time with slots anywhere, each waited for by up to
 *  20 ms, and takes 0.60 so, without any wait. */
export const SLOT_STEP_MS = 50

/** How late a slot may still be run. Above it the slot is skipped and counted as missed: a result
 *  that late says nothing about its slot. It must exceed AGENT_LOST_AFTER_MS, so that whoever takes
 *  over a lost agent's monitors can still fill the slots it left open. */
export const MAX_SLOT_LATENESS_MS = 60_000

/** How long a result may wait in an agent's spool for a controller, in ms; older ones are not taken any
 *  more. */
export const MAX_SPOOLED_MS = 35 * 86_400_000

/** Largest message either side sends or takes, in bytes. */
export const MAX_MESSAGE_BYTES = 4 * 1024 * 1024

/** Revoked certificates of controllers that agents are told of and keep, the latest: more than two a day are
 *  in force for no longer than the 397 days that each holds for. */
export const MAX_REVOKED_CONTROLLERS = 1_000

/** gRPC channel options both sides use: a peer that vanished without a FIN is noticed in 15 s, and a
 *  far one (300 ms) is not held to the 64 KiB window that HTTP/2 begins with. */
export const CHANNEL_OPTIONS = {
  'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
  'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
  'grpc-node.flow_control_window': 1024 * 1024,
  'grpc.keepalive_time_ms': 10_000,
  'grpc.keepalive_timeout_ms': 5_000,
  'grpc.keepalive_permit_without_calls': 0,
}
