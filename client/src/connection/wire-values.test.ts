import { closeCodes, finalCloseCodes as protocolFinal } from '@parley/protocol/error'
import {
  maxMediaPerMessage as protocolMedia,
  maxMessageLength as protocolMax,
} from '@parley/protocol/message'
import { messageChangeHours as protocolHours } from '@parley/protocol/message-change'
import { subprotocol as protocolSubprotocol } from '@parley/protocol/rpc'
import { expect, test } from 'vitest'
import {
  finalCloseCodes,
  maxMediaPerMessage,
  maxMessageLength,
  messageChangeHours,
  subprotocol,
} from './wire-values.ts'

test('[V2] the copied values equal those of the protocol', () => {
  expect(subprotocol).toBe(protocolSubprotocol)
  expect(maxMessageLength).toBe(protocolMax)
  expect(maxMediaPerMessage).toBe(protocolMedia)
  expect(messageChangeHours).toBe(protocolHours)
})

test('the final close codes equal those of the protocol', () => {
  expect(new Set(Object.keys(finalCloseCodes).map(Number))).toEqual(new Set(protocolFinal))
  expect(finalCloseCodes[closeCodes.bad_frame]).toBe('bad_frame')
  expect(finalCloseCodes[closeCodes.origin_refused]).toBe('origin_not_allowed')
  expect(finalCloseCodes[closeCodes.signed_out]).toBe('signed_out')
})
