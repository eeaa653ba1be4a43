import { IconPaperclip } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import type { CustomerFollow } from '@parley/client/session/customer-follow'
import type { Conversation } from '@parley/protocol/conversation'
import type { TimelineMessage } from '@parley/protocol/message'
import { useTexts } from '../../i18n/i18n.tsx'
import type { InboxLocation } from '../../navigation/inbox-location.ts'
import { MessageChangeDialogs } from './changes/message-change-dialogs.tsx'
import { useMessageChanges } from './changes/use-message-changes.ts'
import { ComposerClosed } from './composer/composer-closed.tsx'
import { composerState } from './composer/composer-state.ts'
import { Composer } from './composer/composer.tsx'
import { draftIdOf } from './drafts/stored-draft.ts'
import { useSyncedDraft } from './drafts/use-synced-draft.ts'
import { useFileDrop } from './composer/use-file-drop.ts'
import { useWritingStart } from './composer/use-collision.ts'
import { useUploads } from './composer/use-uploads.ts'
import classes from './conversation-body.module.css'
import type { ConversationActions } from './header/use-conversation-actions.tsx'
import { MessageLog } from './log/message-log.tsx'
import { ConversationMails } from './mail/conversation-mails.tsx'
import { NoteComposer } from './notes/note-composer.tsx'
import { useSending } from './sending/use-sending.tsx'
import { WritingMode } from './writing-mode.tsx'
import { focusReply, useWritingCommands, type Writing } from './use-writing-commands.ts'

interface ConversationBodyProps {
  follow: CustomerFollow
  conversation: Conversation
  conversations: ReadonlyMap<string, Conversation>
  inbox: InboxLocation
  actions: ConversationActions
  /** The customer had a newer conversation when this one was opened. */
  isEarlier: boolean
  entry: number | null
  /** false: only the messages, for the first paint. */
  painted: boolean
}

/** Message log and composer. Files can be dropped anywhere on them. */
export function ConversationBody(props: ConversationBodyProps) {
  const { follow, conversation, conversations, inbox, actions, isEarlier, entry, painted } = props
  const texts = useTexts().inbox.conversation.composer
  const { id } = conversation
  const noteDraftId = draftIdOf({ conversationId: id, kind: 'note' })
  const uploads = useUploads(follow, id, conversation)
  const noteUploads = useUploads(follow, noteDraftId, conversation)
  const [writing, setWriting] = useState<Writing>('reply')
  const draft = useSyncedDraft(id, 'reply')
  const { change: changeDraft } = draft
  const state = composerState(conversation, conversations)
  const drop = useFileDrop(writing === 'note' ? noteUploads.add : state.name === 'open' ? uploads.add : null)
  const something = draft.text.trim() !== '' || uploads.list.length > 0
  const start = useWritingStart(follow, something)
  useWritingCommands(setWriting)
  const sending = useSending(id, () => {
    setWriting('reply')
    focusReply()
  })
  const changes = useMessageChanges(follow, conversation, sending.holdsFor)

  // Stable identity, so that a long timeline does not render again.
  const reply = useCallback(
    (message: TimelineMessage | null) => {
      changeDraft({ replyTo: message?.id ?? null })
      if (message !== null) setWriting('reply')
      if (message !== null) focusReply()
    },
    [changeDraft],
  )

  return (
    <div className={classes.body} {...drop.handlers}>
      <ConversationMails conversation={conversation} enabled={painted}>
        <MessageLog
          follow={follow}
          conversation={conversation}
          conversations={conversations}
          isEarlier={isEarlier}
          entry={entry}
          painted={painted}
          onReply={state.name === 'open' ? reply : null}
          changes={changes.actions}
          editing={changes.editing}
        />
      </ConversationMails>
      <MessageChangeDialogs opened={changes.opened} close={changes.close} />
      {painted && <WritingMode value={writing} onChange={setWriting} />}
      {!painted ? (
        <div className={classes.composer} />
      ) : writing === 'note' ? (
        <NoteComposer conversation={conversation} uploads={noteUploads} />
      ) : state.name === 'open' ? (
        <Composer
          follow={follow}
          conversation={conversation}
          actions={actions}
          uploads={uploads}
          draft={draft}
          something={something}
          start={start}
          sending={sending}
          onReply={reply}
          onEditLast={changes.editLast}
        />
      ) : (
        <ComposerClosed state={state} conversation={conversation} inbox={inbox} actions={actions} />
      )}
      {drop.over && (
        <div className={classes.drop}>
          <IconPaperclip size={28} stroke={1.5} aria-hidden="true" />
          {texts.drop}
        </div>
      )}
    </div>
  )
}
