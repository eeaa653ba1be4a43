import { createCustomerCalls } from '@parley/client/calls/customer-calls'
import { openWidgetSession } from '@parley/client/session/widget-session'

/** The engine of calls without its screens, as a widget has it. What a test does stands in the address. */
const options = new URLSearchParams(location.search)
const session = openWidgetSession({
  providerId: options.get('provider') ?? '',
  socketUrl: options.get('socket') ?? '',
})

Object.assign(window, { session, calls: createCustomerCalls({ session }) })
