import { maxMediaPerMessage } from '@parley/client/connection/wire-values'
import type { Media } from '@parley/protocol/media'
import type { Language } from '@parley/protocol/provider'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useChat, useStore } from './chat-context.ts'
import { ChatHeader } from './chat-header.tsx'
import { Composer, type Attached } from './composer.tsx'
import { MessageLog } from './message-log.tsx'
import { Notice } from './notice.tsx'
import type { MessageRow } from './rows.ts'
import { TypingLine } from './typing-line.tsx'
import { keepFocusInside, takeFocus, useFileDrop, useFullScreen } from './window-behaviour.ts'

const nothingAttached = { files: [], tooMany: false }

interface ChatWindowProps {
  /** `silent`: shown without moving the focus. */
  shown: 'no' | 'silent' | 'focused'
  onClose(): void
  onLanguage(language: Language): void
}

export function ChatWindow({ shown, onClose, onLanguage }: ChatWindowProps) {
  const { session, settings, parts, preferences, draft } = useChat()
  const tools = useStore(parts.tools)
  const member = useStore(parts.member)
  const call = useStore(parts.call)
  const service = useStore(parts.service)
  const who = useStore(session.identity)
  const signedIn = useStore(session.member)
  const language = useStore(session.language)
  const [replyTo, setReplyTo] = useState<MessageRow | null>(null)
  const [image, setImage] = useState<Media | null>(null)
  /** The dialog that covers the chat. */
  const [over, setOver] = useState<'clearing' | 'login' | 'closing' | null>(null)
  const asksLanguage =
    member !== null && signedIn !== null && language === null && !preferences.read().language
  const [{ files, tooMany }, setFiles] = useState<Pick<Attached, 'files' | 'tooMany'>>(nothingAttached)
  const attached: Attached = {
    files,
    tooMany,
    add(added) {
      const all = [...files, ...added]
      parts.fetchTools()
      setFiles({ files: all.slice(0, maxMediaPerMessage), tooMany: all.length > maxMediaPerMessage })
    },
    set: (files) => setFiles({ files, tooMany: false }),
  }
  const frame = useRef<HTMLElement>(null)
  const fullScreen = useFullScreen(frame)
  const { dropping, ...drop } = useFileDrop(attached.add)
  const { current: reply } = useRef((row: MessageRow) => {
    parts.fetchTools()
    setReplyTo(row)
  })
  const { current: open } = useRef((media: Media) => {
    parts.fetchTools()
    setImage(media)
  })
  const visible = shown !== 'no'

  useLayoutEffect(() => {
    if (shown === 'focused') takeFocus(frame.current)
  }, [shown])
  useLayoutEffect(() => {
    // oxlint-disable-next-line react/immutability -- nothing is rendered from it
    draft.files = files
  }, [draft, files])
  useEffect(() => {
    if (!visible) setImage(null)
  }, [visible])
  useEffect(() => {
    if (dropping) parts.fetchTools()
  }, [parts, dropping])
  useEffect(
    () => () => {
      // The identity changed: do not show the previous person's state.
      setReplyTo(null)
      setImage(null)
      setOver(null)
      // What was attached before the identity was known belongs to it.
      if (who !== null) setFiles(nothingAttached)
    },
    [who],
  )

  useEffect(() => {
    // It may ask for the language; the chat does not wait for it.
    if (signedIn && language === null) parts.member.use()
  }, [parts, signedIn, language])

  const { current: done } = useRef(() => setOver(null))

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape, Tab and dropped files are the window's own */}
      <section
        ref={frame}
        class="window"
        role="dialog"
        aria-label={settings.appearance.title}
        aria-modal={fullScreen}
        tabIndex={-1}
        hidden={!visible}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose()
          else if (fullScreen) keepFocusInside(event)
        }}
        {...drop}
      >
        <div class="inside">
          <ChatHeader
            onClose={onClose}
            onClear={() => setOver('clearing')}
            onLogin={() => setOver('login')}
            onCloseAccount={() => setOver('closing')}
            onLanguage={onLanguage}
          />
          {call && <call.CallPanel />}
          <Notice />
          <MessageLog visible={visible} onReply={reply} onImage={open} />
          <TypingLine />
          {service && <service.ServiceNotes />}
          <Composer attached={attached} replyTo={replyTo} onReplyDone={() => setReplyTo(null)} />
        </div>
        {dropping && tools && <tools.DropZone />}
        {over === 'clearing' && tools && <tools.ClearDialog onDone={done} />}
        {over === 'login' && member && <member.LoginPage onDone={done} />}
        {over === 'closing' && member && <member.CloseAccountDialog onDone={done} />}
        {asksLanguage && !over && <member.LanguageDialog onLanguage={onLanguage} />}
      </section>
      {call && !visible && <call.CallBar />}
      {tools && !visible && <tools.UnreadPreview />}
      {image && tools && <tools.ImageViewer media={image} onClose={() => setImage(null)} />}
    </>
  )
}
