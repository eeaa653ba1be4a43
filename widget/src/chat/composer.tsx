import { maxMediaPerMessage, maxMessageLength } from '@parley/client/connection/wire-values'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Preferences } from '../preferences.ts'
import { useChat, useStore } from './chat-context.ts'
import { IconButton } from './icon.tsx'
import { nameOf } from './message-view.tsx'
import { excerptOf } from './quotes.ts'
import type { MessageRow } from './rows.ts'
import type { Uploads } from './uploads.ts'
import { m } from '../messages/keys.ts'

/** A draft is kept when the visitor has stopped typing for this long (ms). */
const draftDelay = 400

interface ComposerProps {
  uploads: Uploads
  replyTo: MessageRow | null
  onReplyDone(): void
}

export function Composer(props: ComposerProps) {
  const { session, t } = useChat()
  const { blocked } = useStore(session.timeline)
  if (blocked) return <p class="blocked">{t(m.blocked)}</p>
  return <Writing {...props} />
}

function Writing({ uploads, replyTo, onReplyDone }: ComposerProps) {
  const { session, settings, t, parts } = useChat()
  const [text, setText] = useDraft()
  const tools = useStore(parts.tools)
  const [picking, setPicking] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const media = uploads.ready()
  const excess = text.trim().length - maxMessageLength
  const sendable = media !== null && excess <= 0 && (text.trim() !== '' || media.length > 0)

  useEffect(() => {
    if (replyTo) field.current?.focus()
  }, [replyTo])

  const write = (next: string) => {
    setText(next)
    session.typing(next.trim() !== '')
  }
  const insert = (emoji: string) => {
    const { current } = field
    if (!current) return
    current.setRangeText(emoji, current.selectionStart, current.selectionEnd, 'end')
    write(current.value)
    setPicking(false)
    current.focus()
  }
  const send = () => {
    if (!sendable) return
    const outcome = session.send({ content: text.trim(), reply_to_id: replyTo?.id ?? null, media })
    if (!outcome.ok) return
    write('')
    uploads.clear()
    onReplyDone()
    field.current?.focus()
  }

  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {picking && tools && (
        <tools.EmojiPicker
          onPick={insert}
          onClose={() => {
            setPicking(false)
            field.current?.focus()
          }}
          onLeave={() => setPicking(false)}
        />
      )}
      {replyTo && <ReplyBar row={replyTo} onCancel={onReplyDone} />}
      {uploads.list.length > 0 && tools && (
        <ul class="uploads">
          {uploads.list.map((upload) => (
            <tools.UploadChip key={upload.id} upload={upload} onRemove={() => uploads.remove(upload)} />
          ))}
        </ul>
      )}
      <p class="problem" role="status">
        {excess > 0 ? t(m.tooLong, excess) : uploads.tooMany ? t(m.tooManyFiles, maxMediaPerMessage) : ''}
      </p>
      <div class="field">
        <IconButton
          icon="attach"
          name={t(m.attach)}
          onNear={parts.fetchTools}
          onClick={() => files.current?.click()}
        />
        <input
          ref={files}
          type="file"
          multiple
          hidden
          accept={settings.media.accept.join()}
          aria-label={t(m.attach)}
          onChange={(event) => {
            uploads.add(event.currentTarget.files ?? [])
            event.currentTarget.value = ''
            field.current?.focus()
          }}
        />
        <div class="grow" data-text={text}>
          <textarea
            ref={field}
            rows={1}
            dir="auto"
            value={text}
            placeholder={t(m.writeMessage)}
            aria-label={t(m.writeMessage)}
            enterkeyhint="send"
            onInput={(event) => write(event.currentTarget.value)}
            onKeyDown={(event) => {
              // 229: Safari ends a composition with an Enter that no longer says isComposing.
              if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229)
                return
              event.preventDefault()
              send()
            }}
            onPaste={(event) => {
              const pasted = event.clipboardData?.files
              if (!pasted?.length) return
              event.preventDefault()
              uploads.add(pasted)
            }}
          />
        </div>
        <IconButton
          icon="smile"
          name={t(m.emoji)}
          expanded={picking}
          onNear={parts.fetchTools}
          onClick={() => setPicking(!picking)}
        />
        <IconButton icon="send" class="send" name={t(m.send)} submit disabled={!sendable} />
      </div>
    </form>
  )
}

function ReplyBar({ row, onCancel }: { row: MessageRow; onCancel(): void }) {
  const context = useChat()
  const { t } = context
  return (
    <div class="reply-bar">
      <div>
        <b>{t(m.replyTo, { name: nameOf(row, context) })}</b>
        <span>
          <bdi>{excerptOf(row)}</bdi>
        </span>
      </div>
      <IconButton icon="close" name={t(m.cancelReply)} onClick={onCancel} />
    </div>
  )
}

/** What is typed and not sent yet, of whoever chats: kept, also when the page goes away in the middle of a word. */
function useDraft(): [string, (text: string) => void] {
  const { session, preferences } = useChat()
  const who = useStore(session.identity)
  const [draft, setDraft] = useState({ who, text: draftOf(preferences.read(), who) })
  // What was typed before it was known by whom belongs to whoever it turns out to be.
  const text =
    draft.who === who ? draft.text : (draft.who === null && draft.text) || draftOf(preferences.read(), who)
  if (draft.who !== who) setDraft({ who, text })

  useEffect(() => {
    const keep = () => {
      const kept = preferences.read()
      if (who === null || draftOf(kept, who) === text) return
      const { [who]: _, ...others } = kept.drafts ?? {}
      preferences.change({ drafts: text ? { ...others, [who]: text } : others })
    }
    const timer = setTimeout(keep, draftDelay)
    addEventListener('pagehide', keep)
    return () => {
      clearTimeout(timer)
      removeEventListener('pagehide', keep)
      if (session.identity.get() !== who) keep()
    }
  }, [session, preferences, who, text])

  return [text, (next) => setDraft({ who, text: next })]
}

const draftOf = ({ drafts }: Preferences, who: string | null) => (who && drafts?.[who]) || ''
