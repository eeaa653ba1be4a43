import { ActionIcon, FileButton, Textarea, Button } from '@mantine/core'
import { IconMessageBolt, IconPaperclip } from '@tabler/icons-react'
import { useEffect, useRef, type ClipboardEvent, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import type { CustomerFollow } from '@parley/client/session/customer-follow'
import type { Conversation } from '@parley/protocol/conversation'
import { channelCapabilities } from '@parley/protocol/channel'
import { plannedActions } from '@parley/protocol/reply-actions'
import type { TimelineMessage } from '@parley/protocol/message'
import { useMembership } from '../../../context/membership.tsx'
import { useTexts } from '../../../i18n/i18n.tsx'
import { useNow } from '../../../time/use-now.ts'
import { displayName, shortName } from '../../../people/customer-labels.ts'
import { isComposing } from '../../../ui/is-composing.ts'
import type { ConversationActions } from '../header/use-conversation-actions.tsx'
import type { SyncedDraft } from '../drafts/use-synced-draft.ts'
import { ReplyNotices } from '../replies/reply-notices.tsx'
import { useCannedReplies } from '../replies/use-canned-replies.ts'
import { useReplyPicker } from '../replies/use-reply-picker.tsx'
import { VariableHighlight } from '../replies/variable-highlight.tsx'
import { useActionRunner } from '../sending/use-action-runner.ts'
import type { OwnSending } from '../sending/use-sending.tsx'
import { useWriting } from '../use-own-look.ts'
import { CollisionQuestion } from './collision-question.tsx'
import { ComposerReply } from './composer-reply.tsx'
import { ComposerUploads } from './composer-uploads.tsx'
import classes from './composer.module.css'
import { EmojiPicker } from './emoji-picker.tsx'
import { isClosed, ReplyWindowNote, useReplyWindow } from './reply-window.tsx'
import { SendButtons } from './send-buttons.tsx'
import { useCollision, type WritingStart } from './use-collision.ts'
import type { Uploads } from './use-uploads.ts'

interface ComposerProps {
  follow: CustomerFollow
  conversation: Conversation
  actions: ConversationActions
  uploads: Uploads
  draft: SyncedDraft
  /** Whether there is text or a file to send. */
  something: boolean
  start: WritingStart
  sending: OwnSending
  onReply: (message: TimelineMessage | null) => void
  /** Arrow up in the empty field. Returns false if there is no message to edit. */
  onEditLast: () => boolean
}

/** The message composer. Text is kept as a draft; a sent message appears in the timeline immediately. */
export function Composer({
  follow,
  conversation,
  actions,
  uploads,
  draft,
  something,
  start,
  sending,
  onReply,
  onEditLast,
}: ComposerProps) {
  const t = useTexts().inbox
  const texts = t.conversation.composer
  const { id, customer } = conversation
  const { text, replyTo } = draft
  const name = displayName(t.customers, customer)
  const field = useRef<HTMLTextAreaElement>(null)
  const left = channelCapabilities[conversation.channel].maxTextLength - text.length
  const window = useReplyWindow(conversation)
  const now = useNow()
  const mayReply = window === null || !isClosed(window, now)
  const change = (next: string) => {
    draft.change({ text: next })
    follow.typing(next.trim() !== '')
  }
  const replies = useCannedReplies({
    conversation,
    field,
    text,
    isDirty: draft.isDirty,
    latestText: draft.latestText,
    change,
    uploads,
  })
  const picker = useReplyPicker(field, text, (reply, range) => void replies.insert(reply, range))
  const run = useActionRunner(conversation, actions)
  const isComplete = something && mayReply && uploads.ready !== null && left >= 0
  const sendable = isComplete && replies.unresolved.length === 0
  // Stop the typing indicator on unmount.
  useEffect(() => () => follow.typing(false), [follow])

  useWriting(text)
  /** Whether sending also closes the conversation, while the collision question is open. */
  const closes = useRef(false)
  const collision = useCollision(follow, something, start, (refused) => {
    change(refused.content)
    replies.restore(sending.actionsAfter(refused.client_id))
    // Closing is one of the actions.
    closes.current = false
  })

  const send = (isClosing = false) => {
    const [unresolved] = replies.unresolved
    if (isComplete && unresolved !== undefined) replies.selectVariable(unresolved)
    if (!sendable) return
    closes.current = isClosing
    if (!collision.ask()) sendFrom(collision.seen)
  }
  const sendFrom = (seenSeq: number) => {
    const following = replies.take()
    sending.submit({
      customerId: customer.id,
      conversationId: id,
      content: text.trim(),
      replyTo,
      media: uploads.ready ?? [],
      seenSeq,
      shownSeq: follow.timeline.get().seq,
      actions: closes.current ? plannedActions([...following, { type: 'close' }]) : following,
      uploads: uploads.list,
      run,
    })
    collision.settle()
    draft.clear()
    uploads.clear()
    follow.typing(false)
    field.current?.focus()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent) || picker.onKeyDown(event)) return
    if (event.key === 'Escape') return escape()
    if (event.key === 'ArrowUp' && text === '' && !event.shiftKey && onEditLast())
      return event.preventDefault()
    const isMod = event.ctrlKey || event.metaKey
    if (event.key === 'Enter' && event.shiftKey && isMod) {
      event.preventDefault()
      return send(true)
    }
    const breaks = event.shiftKey || event.altKey || !hasKeyboard()
    if (event.key !== 'Enter' || breaks) return
    event.preventDefault()
    if (!picker.holdSending()) send()
  }
  const escape = () => {
    if (replyTo === null) field.current?.blur()
    else onReply(null)
  }

  const onPaste = (event: ClipboardEvent) => {
    const { files, types } = event.clipboardData
    // Copied cells and formatted text also contain an image: paste the text instead.
    if (files.length === 0 || types.includes('text/plain')) return
    event.preventDefault()
    uploads.add(files)
  }

  const insert = (added: string) => {
    const { selectionStart = text.length, selectionEnd = text.length } = field.current ?? {}
    const caret = selectionStart + added.length
    // Synchronously: the next key may come before the next frame.
    flushSync(() => change(text.slice(0, selectionStart) + added + text.slice(selectionEnd)))
    field.current?.focus()
    field.current?.setSelectionRange(caret, caret)
    picker.follow()
  }
  const openReplies = () => {
    const before = text[(field.current?.selectionStart ?? text.length) - 1] ?? ' '
    insert(/\s/.test(before) ? '/' : ' /')
  }

  return (
    <div className={classes.composer}>
      <ComposerHints conversation={conversation} actions={actions} />
      {window !== null && <ReplyWindowNote window={window} />}
      {collision.asking && (
        <CollisionQuestion
          field={field}
          message={collision.message}
          sendable={sendable}
          onSend={() => sendFrom(follow.timeline.get().seq)}
          onKeepEditing={() => {
            collision.settle()
            field.current?.focus()
          }}
        />
      )}
      <div className={classes.frame}>
        {picker.menu}
        <ComposerReply follow={follow} replyTo={replyTo} name={name} onCancel={() => onReply(null)} />
        <ComposerUploads uploads={uploads} field={field} />
        <ReplyNotices replies={replies} />
        <div className={classes.field}>
          <VariableHighlight field={field} text={text} variables={replies.unresolved} />
          <Textarea
            ref={field}
            id="composer"
            variant="unstyled"
            classNames={{ input: classes.input }}
            {...(growsByStyle ? { rows: 1 } : { autosize: true, minRows: 1, maxRows: 6 })}
            // An empty field follows the panel's direction, typed text its own.
            dir={text === '' ? undefined : 'auto'}
            aria-label={texts.label(name)}
            placeholder={texts.placeholder(shortName(name))}
            value={text}
            {...picker.field}
            onChange={(event) => {
              change(event.currentTarget.value)
              picker.follow()
            }}
            onSelect={picker.moveCaret}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
          />
        </div>
        <div className={classes.tools}>
          <FileButton multiple accept={uploads.accept} onChange={uploads.add}>
            {(button) => (
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={texts.attach}
                data-tip={texts.attach}
                {...button}
              >
                <IconPaperclip size={20} stroke={1.75} aria-hidden="true" />
              </ActionIcon>
            )}
          </FileButton>
          <EmojiPicker onPick={insert} />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t.replies.open}
            data-tip={t.replies.open}
            onClick={openReplies}
          >
            <IconMessageBolt size={20} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
          <span className={classes.hint}>
            {uploads.busy
              ? t.conversation.uploads.wait
              : something
                ? draft.isDirty
                  ? texts.hint
                  : `${t.writing.draftSaved} · ${texts.hint}`
                : null}
          </span>
          {left < 500 && (
            <output className={classes.count} data-over={left < 0 || undefined}>
              {left < 0 ? texts.over(-left) : texts.left(left)}
            </output>
          )}
          <SendButtons disabled={!sendable} onSend={() => send()} onSendAndClose={() => send(true)} />
        </div>
      </div>
    </div>
  )
}

/** Measuring the field takes several milliseconds in every conversation. */
const growsByStyle = CSS.supports('field-sizing', 'content')

/** On touch screens the return key inserts a line break. */
const hasKeyboard = () => !matchMedia('(pointer: coarse)').matches

/** A hint that the conversation is assigned to someone else. */
export function ComposerHints(props: { conversation: Conversation; actions: ConversationActions }) {
  const texts = useTexts().inbox.conversation
  const { agent_id: me } = useMembership()
  const { agent } = props.conversation
  if (agent === null || agent.id === me) return null
  return (
    <p className={classes.someoneElse}>
      <span>{texts.composer.someoneElse(agent.name)}</span>
      <Button variant="subtle" size="compact-xs" onClick={props.actions.takeOver}>
        {texts.actions.takeOver}
      </Button>
    </p>
  )
}
