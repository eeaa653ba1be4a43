import type { Media } from '@parley/protocol/media'
import type { Language } from '@parley/protocol/provider'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useChat, useStore } from './chat-context.ts'
import { ChatHeader } from './chat-header.tsx'
import { Composer } from './composer.tsx'
import { MessageLog } from './message-log.tsx'
import { Notice } from './notice.tsx'
import type { MessageRow } from './rows.ts'
import { TypingLine } from './typing-line.tsx'
import { useUploads } from './uploads.ts'
import { fillsScreen, keepFocusInside, useFileDrop, useFullScreen } from './window-behaviour.ts'
import { m } from '../messages/keys.ts'

interface ChatWindowProps {
  /** `silent`: shown without taking the focus. */
  shown: 'no' | 'silent' | 'focused'
  onClose(): void
  onLanguage(language: Language): void
}

export function ChatWindow({ shown, onClose, onLanguage }: ChatWindowProps) {
  const { session, settings, t, parts, preferences } = useChat()
  const tools = useStore(parts.tools)
  const member = useStore(parts.member)
  const call = useStore(parts.call)
  const who = useStore(session.identity)
  const signedIn = useStore(session.member)
  const language = useStore(session.language)
  const [replyTo, setReplyTo] = useState<MessageRow | null>(null)
  const [picture, setPicture] = useState<Media | null>(null)
  /** What lies over the chat until it is answered. */
  const [over, setOver] = useState<'clearing' | 'login' | 'closing' | null>(null)
  const asksLanguage =
    member !== null && signedIn !== null && language === null && !preferences.read().language
  const uploads = useUploads()
  const frame = useRef<HTMLElement>(null)
  const fullScreen = useFullScreen(frame)
  const { dropping, ...drop } = useFileDrop(uploads.add)
  const { current: reply } = useRef((row: MessageRow) => setReplyTo(row))
  const { current: open } = useRef((media: Media) => {
    parts.fetchTools()
    setPicture(media)
  })
  const visible = shown !== 'no'

  function takeFocus(): void {
    // A phone's keyboard would come up over half of the messages: there the window itself takes the focus.
    const field = fillsScreen() ? null : frame.current?.querySelector('textarea')
    const target = field ?? frame.current
    target?.focus()
  }
  useLayoutEffect(() => {
    if (shown === 'focused') takeFocus()
  }, [shown])
  useEffect(() => {
    if (!visible) setPicture(null)
  }, [visible])
  useEffect(() => {
    // Somebody else has come: what was begun is not theirs.
    setReplyTo(null)
    setPicture(null)
    setOver(null)
  }, [who])

  useEffect(() => {
    // Its sheet may have to ask; without it the chat does not wait.
    if (signedIn && language === null) parts.member.use()
  }, [parts, signedIn, language])

  // However it went away: the keyboard goes on where one writes.
  useEffect(() => (over ? takeFocus : undefined), [over])
  const done = () => setOver(null)

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
        {/* What lies under a question cannot be reached until it is answered. */}
        <div class="inside" inert={over !== null || asksLanguage}>
          <ChatHeader
            onClose={onClose}
            onClear={() => setOver('clearing')}
            onLogin={() => setOver('login')}
            onCloseAccount={() => setOver('closing')}
            onLanguage={onLanguage}
          />
          {call && <call.CallPanel />}
          <Notice />
          <MessageLog visible={visible} onReply={reply} onPicture={open} />
          <TypingLine />
          <Composer uploads={uploads} replyTo={replyTo} onReplyDone={() => setReplyTo(null)} />
        </div>
        {dropping && <div class="drop-zone">{t(m.dropFiles)}</div>}
        {over === 'clearing' && tools && <tools.ClearQuestion onDone={done} />}
        {over === 'login' && member && <member.LoginPage onDone={done} />}
        {over === 'closing' && member && <member.CloseQuestion onDone={done} />}
        {asksLanguage && <member.LanguageSheet onLanguage={onLanguage} onDone={takeFocus} />}
      </section>
      {call && !visible && <call.CallBar />}
      {picture && tools && <tools.PictureViewer media={picture} onClose={() => setPicture(null)} />}
    </>
  )
}
