import type { InboundProfile } from './adapter.ts'

export interface Contact {
  organizationId: string
  providerId: string
  identity: string
  profile: {
    external_id: string
    first_name: string | null
    last_name: string | null
    username: string | null
  }
  language: string | null
}

export const namesOf = ({ firstName, lastName, username }: InboundProfile) => ({
  first_name: firstName,
  last_name: lastName,
  username,
})

type Told = Partial<ReturnType<typeof namesOf>> & { language?: string | null }

/** What the platform told last; null: nothing yet. */
export function lastToldTo(stored: unknown): Told | null {
  return typeof stored === 'object' ? stored : null
}
