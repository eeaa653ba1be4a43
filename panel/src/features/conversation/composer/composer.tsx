import { ActionIcon, FileButton, Textarea, Tooltip, Button } from '@mantine/core'
import { IconPaperclip, IconSend2 } from '@tabler/icons-react'
import { useEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import type { CustomerFollow } from '@parley/client/session/customer-follow'
import type { Conversation } from '@parley/protocol/conversation'
import { maxMessageLength } from '@parley/client/connection/wire-values'
import type { TimelineMessage } from '@parley/protocol/message'
import { useMembership } from '../../../context/membership.tsx'
import { useTexts } from '../../../i18n/i18n.tsx'
import { displayName } from '../../../people/customer-labels.ts'
import type { ConversationActions } from '../header/use-conversation-actions.tsx'
import { useWriting } from '../use-own-look.ts'
import { CollisionQuestion } from './collision-question.tsx'
import { ComposerReply } from './composer-reply.tsx'
import { ComposerUploads } from './composer-uploads.tsx'
import classes from './composer.module.css'
import { emptyDraft, readDraft, writeDraft } from './drafts.ts'
import { EmojiPicker } from './emoji-picker.tsx'
import { useCollision } from './use-collision.ts'
import type { Uploads } from './use-uploads.ts'

interface ComposerProps {
  follow: CustomerFollow
  conversation: Conversation
  actions: ConversationActions
  uploads: Uploads
  /** Id of the message being replied to. */
  replyTo: string | null
  onReply: (message: TimelineMessage | null) => void
}

/** The message composer. Text is kept as a draft; a sent message appears in the timeline immediately. */
export function Composer({ follow, conversation, actions, uploads, replyTo, onReply }: ComposerProps) {
  const t = useTexts().inbox
  const texts = t.conversation.composer
  const { agent_id: me } = useMembership()
  const { id, customer } = conversation
  const name = displayName(t.customers, customer)
  const [text, setText] = useState(() => readDraft(me, id).text)
  const field = useRef<HTMLTextAreaElement>(null)
  const left = maxMessageLength - text.length
  const something = text.trim() !== '' || uploads.list.length > 0
  const sendable = something && uploads.ready !== null && left >= 0

  const change = (next: string) => {
    setText(next)
    writeDraft(me, id, { text: next, replyTo })
    follow.typing(next.trim() !== '')
  }
  // Stop the typing indicator on unmount.
  useEffect(() => () => follow.typing(false), [follow])

  useWriting(text)
  const collision = useCollision(follow, something, ({ content }) => {
    setText(content)
    writeDraft(me, id, { text: content, replyTo })
  })

  const send = () => {
    if (sendable && !collision.ask()) sendFrom(collision.seen)
  }
  const sendFrom = (seen: number) => {
    const outcome = follow.send({
      content: text.trim(),
      reply_to_id: replyTo,
      media: uploads.ready ?? [],
      seen_seq: seen,
    })
    if (!outcome.ok) return
    collision.settle()
    setText('')
    uploads.clear()
    onReply(null)
    writeDraft(me, id, emptyDraft)
    follow.typing(false)
    field.current?.focus()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return escape()
    const breaks = event.shiftKey || event.altKey || event.nativeEvent.isComposing || !hasKeyboard()
    if (event.key !== 'Enter' || breaks) return
    event.preventDefault()
    send()
  }
  const escape = () => {
    if (replyTo === null) field.current?.blur()
    else onReply(null)
  }

  const onPaste = (event: ClipboardEvent) => {
    const { files, types } = event.clipboardData
    // Copied cells and formatted text include an image of themselves: paste the text instead.
    if (files.length === 0 || types.includes('text/plain')) return
    event.preventDefault()
    uploads.add(files)
  }

  const insert = (emoji: string) => {
    const { selectionStart = text.length, selectionEnd = text.length } = field.current ?? {}
    change(text.slice(0, selectionStart) + emoji + text.slice(selectionEnd))
    requestAnimationFrame(() => {
      const caret = selectionStart + emoji.length
      field.current?.focus()
      field.current?.setSelectionRange(caret, caret)
    })
  }

  return (
    <div className={classes.composer}>
      <ComposerHints conversation={conversation} actions={actions} />
      {collision.asking && (
        <CollisionQuestion
          message={collision.message}
          onSend={() => sendFrom(follow.timeline.get().seq)}
          onKeepEditing={() => {
            collision.settle()
            field.current?.focus()
          }}
        />
      )}
      <div className={classes.frame}>
        <ComposerReply follow={follow} replyTo={replyTo} name={name} onCancel={() => onReply(null)} />
        <ComposerUploads list={uploads.list} onRemove={uploads.remove} />
        <Textarea
          ref={field}
          id="composer"
          variant="unstyled"
          classNames={{ input: classes.input }}
          autosize
          minRows={1}
          maxRows={6}
          // An empty field follows the panel's direction, typed text its own.
          dir={text === '' ? undefined : 'auto'}
          aria-label={texts.label(name)}
          placeholder={texts.placeholder(name)}
          value={text}
          onChange={(event) => change(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <div className={classes.tools}>
          <FileButton multiple accept={uploads.accept} onChange={uploads.add}>
            {(button) => (
              <Tooltip label={texts.attach}>
                <ActionIcon variant="subtle" color="gray" size="lg" aria-label={texts.attach} {...button}>
                  <IconPaperclip size={20} stroke={1.75} aria-hidden="true" />
                </ActionIcon>
              </Tooltip>
            )}
          </FileButton>
          <EmojiPicker onPick={insert} />
          <span className={classes.hint}>
            {uploads.busy ? t.conversation.uploads.wait : something ? texts.hint : null}
          </span>
          {left < 500 && (
            <output className={classes.count} data-over={left < 0 || undefined}>
              {left < 0 ? texts.over(-left) : texts.left(left)}
            </output>
          )}
          <ActionIcon
            size="lg"
            className={classes.send}
            aria-label={texts.send}
            disabled={!sendable}
            onClick={send}
          >
            <IconSend2 size={20} stroke={1.75} className={classes.mirrored} aria-hidden="true" />
          </ActionIcon>
        </div>
      </div>
    </div>
  )
}

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
