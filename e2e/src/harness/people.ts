import type { Me, NewInvitation, Role } from '@parley/protocol/agent'
import type { Provider, ProviderChange } from '@parley/protocol/provider'
import type { Profile } from './browser.ts'

/** What the setup of a test needs from a service. */
export interface Address {
  url: string
}

export interface Person {
  agentId: string
  name: string
  email: string
  password: string
  cookie: string
}

/** A separate organization for a test: its inbox has no other conversations. */
export interface Organization {
  id: string
  owner: Person
  provider: Provider
  /** Another person who joins by an invitation. */
  join(name: string, role: Role): Promise<Person>
  /** A request of the panel as this person. */
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads what it expects
  call(person: Pick<Person, 'cookie'>, method: string, path: string, body?: object): Promise<any>
  change(change: ProviderChange): Promise<void>
  /** Renames a person. */
  rename(person: Person, name: string): Promise<void>
  /** URL of a panel page. */
  panel(page?: string): string
}

const password = 'a long enough password'
let made = 0

/** Needs PARLEY_SIGNUP=open, except for the first. */
export async function foundOrganization(service: Address, name: string): Promise<Organization> {
  const owner = await enter(service, '/v1/public/setup', { organization: name, name: 'Olivia Owner' })
  const { id } = owner.membership.organization
  const base = `/v1/organizations/${id}`
  const call = (person: Pick<Person, 'cookie'>, method: string, path: string, body?: object) =>
    request(service, method, `${base}${path}`, body, person.cookie).then(({ answer }) => answer)
  // Setup has created the first widget.
  const { data: widgets } = await call(owner.person, 'GET', '/providers')
  let provider: Provider = await call(owner.person, 'PATCH', `/providers/${widgets[0].id}`, {
    name: `${name} shop`,
    appearance: { ...widgets[0].appearance, title: `${name} shop` },
  })

  return {
    id,
    owner: owner.person,
    get provider() {
      return provider
    },
    async join(name, role) {
      const invitation: NewInvitation = await call(owner.person, 'POST', '/invitations', { role })
      const token = invitation.url.split('#')[1] ?? ''
      return (await enter(service, '/v1/public/invitations/accept', { token, name })).person
    },
    call,
    async change(change) {
      provider = await call(owner.person, 'PATCH', `/providers/${provider.id}`, change)
    },
    async rename(person, name) {
      await request(service, 'POST', '/v1/auth/update-user', { name }, person.cookie)
    },
    panel: (page = '') => `${service.url}/panel/o/${id}${page}`,
  }
}

/** Signs a browser in without the sign-in page. */
export async function signIn(
  profile: Profile,
  service: Address,
  person: Pick<Person, 'cookie'>,
): Promise<void> {
  const [name = '', value = ''] = person.cookie.split(/=(.*)/)
  await profile.context.addCookies([{ name, value, url: service.url, httpOnly: true, sameSite: 'Lax' }])
}

/** Signs in with e-mail and password. */
export async function sessionOf(
  service: Address,
  { email, password }: { email: string; password: string },
): Promise<{ cookie: string }> {
  const { cookie } = await request(service, 'POST', '/v1/auth/sign-in/email', { email, password })
  return { cookie }
}

async function enter(service: Address, path: string, body: { name: string; [more: string]: string }) {
  made += 1
  const { name } = body
  const email = `person${made}.${process.pid}@example.com`
  const { answer, cookie } = await request(service, 'POST', path, { ...body, email, password })
  const [membership] = (answer as Me).memberships
  if (!membership) throw new Error('Nobody came in')
  return { membership, person: { agentId: membership.agent_id, name, email, password, cookie } }
}

async function request(service: Address, method: string, path: string, body?: object, cookie = '') {
  const response = await fetch(`${service.url}${path}`, {
    method,
    headers: {
      origin: service.url,
      // A random address: attempts are limited by address. Only a service that trusts its proxy reads the header.
      'x-forwarded-for': `10.1.${made >> 8}.${made & 255}`,
      ...(cookie !== '' && { cookie }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}: ${text}`)
  const session = response.headers.getSetCookie().find((one) => one.includes('session_token='))
  return {
    answer: text === '' ? undefined : JSON.parse(text),
    cookie: session?.split(';', 1)[0] ?? '',
  }
}
