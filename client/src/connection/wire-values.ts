import type { RefusalCode } from './connection-state.ts'

/**
 * The few values of the protocol that are needed at run time, written out: importing them would bring the
 * schemas along. wire-values.test.ts compares them to the protocol's.
 */
export const subprotocol = 'parley.v1'
export const maxMessageLength = 8_000
export const maxMediaPerMessage = 10
export const messageChangeHours = 24

/** After these close codes the same attempt can only fail again. */
export const finalCloseCodes: Readonly<Record<number, RefusalCode>> = {
  4400: 'bad_frame',
  4403: 'origin_not_allowed',
  4441: 'signed_out',
}
