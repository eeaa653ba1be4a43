import type { RefusalCode } from './connection-state.ts'

/**
 * Copies of protocol values needed at run time: importing them would bundle the schemas. wire-values.test.ts compares
 * them with the protocol.
 */
export const subprotocol = 'parley.v1'
export const maxMessageLength = 8_000
export const maxMediaPerMessage = 10
export const messageChangeHours = 24

/** Close codes after which a retry would fail again. */
export const finalCloseCodes: Readonly<Record<number, RefusalCode>> = {
  4400: 'bad_frame',
  4403: 'origin_not_allowed',
  4441: 'signed_out',
}
