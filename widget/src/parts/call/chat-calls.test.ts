import type { CustomerCallState } from '@parley/client/calls/customer-call-state'
import type { CustomerCalls } from '@parley/client/calls/customer-calls'
import type { Identity } from '@parley/client/session/identity-session'
import { createStore } from '@parley/client/state/store'
import { expect, test } from 'vitest'
import type { ChatContext } from '../../chat/chat-context.ts'
import { registerCalls } from './chat-calls.ts'

const nobody: CustomerCallState = { name: 'refused', code: 'nobody_available' }
const over: CustomerCallState = { name: 'over', agent: null, end: null as never, seconds: 0 }

/** The calls of a member's chat. */
function setUp() {
  const state = createStore<CustomerCallState>({ name: 'idle' })
  const identity = createStore<Identity | null>('custom ada')
  const timeline = createStore({ conversation: null, pending: [], unread: 0 })
  const own = registerCalls(
    {
      session: { identity, timeline },
      preferences: { read: () => ({ muted: true }), change() {} },
    } as unknown as ChatContext,
    {
      state,
      dismiss() {
        if (['over', 'refused', 'blocked'].includes(state.get().name)) state.set({ name: 'idle' })
      },
      close() {},
    } as unknown as CustomerCalls,
  )
  return { own, identity, pass: (...states: CustomerCallState[]) => states.forEach(state.set), state }
}

test.each([[nobody], [over]])(
  'the result of a member’s call is not shown to the next person: %o',
  (result) => {
    const { own, identity, pass, state } = setUp()
    pass({ name: 'asking' }, { name: 'starting' }, result)
    expect(state.get()).toBe(result)
    identity.set('visitor')
    expect(state.get().name).toBe('idle')
    own.close()
  },
)

test('a call that ends after its member has signed out is not shown to the next person', () => {
  const { own, identity, pass, state } = setUp()
  pass({ name: 'asking' }, { name: 'starting' })
  identity.set('visitor')
  expect(state.get().name).toBe('starting')
  pass(over)
  expect(state.get().name).toBe('idle')
  own.close()
})

test('a call that was prepared before a sign-out and started after it has a result', () => {
  const { own, identity, pass, state } = setUp()
  pass({ name: 'asking' }, { name: 'ready' })
  identity.set('visitor')
  pass({ name: 'starting' }, over)
  expect(state.get().name).toBe('over')
  own.close()
})
