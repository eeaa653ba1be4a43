import { createCustomerCalls } from '@parley/client/calls/customer-calls'
import { createMemoryLoginStorage } from '@parley/client/identity/saved-login'
import { openWidgetSession } from '@parley/client/session/widget-session'

/** The call engine without UI, set up as in the widget. The URL has the test's parameters. */
const options = new URLSearchParams(location.search)
const session = openWidgetSession({
  providerId: options.get('provider') ?? '',
  socketUrl: options.get('socket') ?? '',
  savedLogin: createMemoryLoginStorage(),
})

Object.assign(window, { session, calls: createCustomerCalls({ session }) })
