import type { AgentFace } from '@parley/protocol/agent'
import { derivedId } from './derived-id.ts'
import { idOf, textOf, type Json } from './chatwoot-values.ts'
import type { ImportScope } from './import-store.ts'
import type { ImportPorts } from './ports.ts'

export interface AgentFaces {
  /** An agent of the organization with the same e-mail. */
  member: (chatwootId: number) => AgentFace | undefined
  /** For messages: a former or unknown agent is shown by name and has no account. */
  face: (kind: 'agent' | 'ai_agent', chatwootId: number, name: string) => AgentFace
}

export async function importAgents(
  { findAgent }: Pick<ImportPorts, 'findAgent'>,
  scope: ImportScope,
  agents: Json[],
): Promise<AgentFaces> {
  const members = new Map<number, AgentFace>()
  for (const agent of agents) {
    const id = idOf(agent['id'])
    const email = textOf(agent['email'], 254)?.toLowerCase()
    const face = email === undefined ? undefined : await findAgent(scope.organizationId, email)
    if (id !== undefined && face !== undefined) members.set(id, face)
  }
  return {
    member: (id) => members.get(id),
    face: (kind, id, name) =>
      (kind === 'agent' ? members.get(id) : undefined) ?? {
        id: derivedId(scope, kind, id),
        name,
        avatar_url: null,
      },
  }
}
