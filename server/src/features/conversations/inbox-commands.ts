import { agentOf, type AgentSession } from '../../realtime/contexts.ts'
import type { InboxFeed } from './inbox-feed.ts'

/** inbox.follow, inbox.unfollow. */
export function inboxCommands(deps: { feed: InboxFeed }) {
  return {
    'inbox.follow': (session: AgentSession) => {
      const { organizationId } = agentOf(session)
      const { context } = session
      if (context.stopInbox !== null || session.closed) return {}
      context.stopInbox = deps.feed.follow(organizationId, (frame) => session.sendText(frame))
      return {}
    },
    'inbox.unfollow': (session: AgentSession) => {
      agentOf(session)
      session.context.stopInbox?.()
      session.context.stopInbox = null
      return {}
    },
  }
}
