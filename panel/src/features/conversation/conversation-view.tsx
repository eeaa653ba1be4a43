import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState, type ReactNode } from 'react'
import type { Conversation } from '@parley/protocol/conversation'
import { useTexts } from '../../i18n/i18n.tsx'
import type { InboxLocation } from '../../navigation/inbox-location.ts'
import { rowsOf } from '../../queries/conversation-rows.ts'
import { customerConversationsQuery } from '../../queries/customer-queries.ts'
import { AttributeBar } from './attributes/attribute-bar.tsx'
import { ConversationBody } from './conversation-body.tsx'
import classes from './conversation-view.module.css'
import { useCloseQuestion } from './header/close-question.tsx'
import { ConversationHeader } from './header/conversation-header.tsx'
import { useConversationActions } from './header/use-conversation-actions.tsx'
import { useConversationCommands } from './header/use-conversation-commands.ts'
import { useCustomerFollow } from './use-customer-follow.ts'
import { useViewing } from './use-own-look.ts'
import { useDetailsCollapsed } from './use-details-collapsed.ts'

/** A conversation: header, messages, composer and customer details. */
export function ConversationView(props: {
  conversation: Conversation
  inbox: InboxLocation
  details: ReactNode
  /** The agent is in a call: closing asks for confirmation. */
  inCall: boolean
  entry: number | null
}) {
  const { conversation, inbox, details, inCall, entry } = props
  const texts = useTexts().inbox.conversation
  const { organizationId } = inbox
  const { customer } = conversation
  const follow = useCustomerFollow(organizationId, customer.id)
  useViewing(customer.id)
  // Messages first: everything else renders after the first paint, and is loaded then.
  const painted = useDeferredValue(true, false)
  const list = useInfiniteQuery({
    ...customerConversationsQuery(organizationId, customer.id),
    enabled: painted,
  })
  const conversations = useMemo(
    () => new Map([...rowsOf(list.data), conversation].map((row) => [row.id, row])),
    [list.data, conversation],
  )
  // Decided once: the log must not move when the customer writes again after this conversation was closed.
  const [isEarlier, setIsEarlier] = useState<boolean>()
  if (isEarlier === undefined && list.data !== undefined) {
    const [newest] = conversations.keys()
    setIsEarlier(newest !== conversation.id)
  }
  const shownSeq = () => {
    const view = follow.timeline.get()
    return view.status.name === 'ready' ? view.seq : undefined
  }
  const actions = useConversationActions(conversation, inbox, shownSeq)
  const { actions: guarded, question } = useCloseQuestion(actions, { ask: inCall, customer, shownSeq })
  const [folded, setFolded] = useDetailsCollapsed()
  const [sliding, setSliding] = useState(false)
  const wide = useMediaQuery('(min-width: 1100px)', true, { getInitialValueInEffect: false })
  const phone = useMediaQuery('(max-width: 719px)', false, { getInitialValueInEffect: false })
  const opened = wide ? !folded : sliding
  const toggle = () => (wide ? setFolded(!folded) : setSliding(!sliding))
  useConversationCommands(conversation, inbox, guarded)

  return (
    <div className={classes.view}>
      {question}
      <section className={classes.main} aria-label={texts.region}>
        <ConversationHeader
          conversation={conversation}
          inbox={inbox}
          actions={guarded}
          details={{ opened, toggle }}
          painted={painted}
        />
        {painted ? (
          <AttributeBar conversation={conversation} organizationId={organizationId} seenSeq={shownSeq} />
        ) : (
          <div className={classes.attributes} />
        )}
        <ConversationBody
          follow={follow}
          conversation={conversation}
          conversations={conversations}
          inbox={inbox}
          actions={actions}
          isEarlier={isEarlier === true}
          entry={entry}
          painted={painted}
        />
      </section>
      {wide ? (
        !folded && (
          <aside className={classes.details} aria-label={texts.details}>
            {painted ? details : null}
          </aside>
        )
      ) : (
        <Drawer.Root
          opened={sliding}
          onClose={() => setSliding(false)}
          position="right"
          size={phone ? '100%' : 360}
          padding={0}
        >
          <Drawer.Overlay />
          <Drawer.Content>
            {/* Drawer.Header renders a banner landmark; a dialog opened here would add a second one. */}
            <div className={classes.drawerHead}>
              <Drawer.Title>{texts.details}</Drawer.Title>
              <Drawer.CloseButton aria-label={texts.hideDetails} />
            </div>
            <Drawer.Body>{details}</Drawer.Body>
          </Drawer.Content>
        </Drawer.Root>
      )}
    </div>
  )
}
