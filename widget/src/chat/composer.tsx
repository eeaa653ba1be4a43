import { maxMessageLength } from '@parley/client/connection/wire-values'
import type { Media } from '@parley/protocol/media'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useChat, useStore } from './chat-context.ts'
import { IconButton } from './icon.tsx'
import type { MessageRow } from './rows.ts'
import { m } from '../messages/keys.ts'

/** The files of the message that is being written. */
export interface Attached {
  files: readonly File[]
  /** More were given than a message can carry. */
  tooMany: boolean
  add(files: Iterable<File>): void
  set(files: readonly File[]): void
}

interface ComposerProps {
  attached: Attached
  replyTo: MessageRow | null
  onReplyDone(): void
}

export function Composer(props: ComposerProps) {
  const { session, t } = useChat()
  const { blocked } = useStore(session.timeline)
  if (blocked) return <p class="blocked">{t(m.blocked)}</p>
  return <Writing {...props} />
}

function Writing({ attached, replyTo, onReplyDone }: ComposerProps) {
  const { session, settings, t, parts, draft } = useChat()
  const text = useStore(draft.text)
  const tools = useStore(parts.tools)
  const ready = useStore(session.state).name === 'ready'
  const [picking, setPicking] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [uploaded, setUploaded] = useState<readonly Media[] | null>(null)
  const { files } = attached
  const media = files.length === 0 ? [] : uploaded?.length === files.length ? uploaded : null
  const content = text.trim()
  const excess = content.length - maxMessageLength
  const sendable = media !== null && excess <= 0 && (content !== '' || media.length > 0)

  const focus = () => field.current?.focus()
  useEffect(() => {
    if (replyTo) field.current?.focus()
  }, [replyTo])

  const write = (next: string) => {
    draft.write(next)
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
    const outcome = session.send({ content, reply_to_id: replyTo?.id ?? null, media })
    if (!outcome.ok) return
    write('')
    attached.set([])
    onReplyDone()
    focus()
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
            focus()
          }}
          onLeave={() => setPicking(false)}
        />
      )}
      {replyTo && tools && <tools.ReplyBar row={replyTo} onCancel={onReplyDone} />}
      {files.length > 0 && tools && (
        <tools.UploadList
          files={files}
          onRemove={(file) => attached.set(files.filter((other) => other !== file))}
          onMedia={setUploaded}
        />
      )}
      <p class="problem" role="status">
        {excess > 0 ? (
          t(m.tooLong, excess)
        ) : attached.tooMany && tools ? (
          <tools.TooManyFiles />
        ) : (
          media === null && !(ready && tools) && t(m.fileWaits)
        )}
      </p>
      <div class="field">
        <IconButton
          icon="attach"
          name={t(m.attach)}
          onNear={parts.fetchTools}
          onClick={() => input.current?.click()}
        />
        <input
          ref={input}
          type="file"
          multiple
          hidden
          accept={settings.media.accept.join()}
          aria-label={t(m.attach)}
          onChange={(event) => {
            attached.add(event.currentTarget.files ?? [])
            event.currentTarget.value = ''
            focus()
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
              if (event.key !== 'Enter' || event.shiftKey) return
              event.preventDefault()
              send()
            }}
            onPaste={(event) => {
              const data = event.clipboardData
              // Copied cells and formatted text also contain an image: paste the text instead.
              if (!data?.files.length || (data.getData('text/plain') && data.getData('text/html'))) return
              event.preventDefault()
              attached.add(data.files)
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
