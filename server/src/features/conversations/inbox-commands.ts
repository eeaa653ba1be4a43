import { connectionOf, type AgentSession } from '../../realtime/contexts.ts'
import type { InboxFeed } from './inbox-feed.ts'

/** inbox.follow, inbox.unfollow. */
export function inboxCommands(deps: { feed: InboxFeed }) {
  return {
    'inbox.follow': (session: AgentSession) => {
      const connection = connectionOf(session)
      if (connection.stopInbox !== null || session.closed) return {}
      const { organizationId } = connection.identity
      connection.stopInbox = deps.feed.follow(organizationId, (frame) => session.sendText(frame))
      return {}
    },
    'inbox.unfollow': (session: AgentSession) => {
      const connection = connectionOf(session)
      connection.stopInbox?.()
      connection.stopInbox = null
      return {}
    },
  }
}
