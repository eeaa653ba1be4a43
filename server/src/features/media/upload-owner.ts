import type { WidgetPrincipal } from '../../realtime/contexts.ts'

/** Who may attach an upload to a message. For a widget it is the proven identity: there may be no customer row yet. */
export const widgetOwner = ({ provider_id: providerId, jkt, identity, member }: WidgetPrincipal): string =>
  member ? `member:${providerId}:${identity}` : `visitor:${providerId}:${jkt}`

export const agentOwner = (agentId: string): string => `agent:${agentId}`

export const isAgentOwner = (owner: string): boolean => owner.startsWith('agent:')

/** null: not a visitor. */
export function visitorOf(owner: string): { providerId: string; jkt: string } | null {
  const [kind, providerId = '', jkt = ''] = owner.split(':')
  return kind === 'visitor' ? { providerId, jkt } : null
}
