import type { CustomerContact } from '@parley/protocol/contact'
import type { TimelineItem } from '@parley/client/timeline/timeline-view'
import { useEffect, useState } from 'preact/hooks'
import { useChat, useStore } from '../../chat/chat-context.ts'
import { m } from './messages/keys.ts'
import { useServiceMessages } from './service-messages.ts'

const conversationOf = (item: TimelineItem | undefined) =>
  item?.kind === 'message' ? item.message.conversation_id : item?.conversation_id

/** Rows of the menu: a copy of the conversation as a download, and by e-mail if the service sends any. */
export function TranscriptRows() {
  const { session, language } = useChat()
  const t = useServiceMessages()
  const { conversation, items } = useStore(session.timeline)
  const id = conversation?.id ?? conversationOf(items.findLast(conversationOf))
  const [url, setUrl] = useState<string | null>(null)
  const [contact, setContact] = useState<CustomerContact | null>(null)
  const [state, setState] = useState<'idle' | 'sending' | 'sent' | 'tooOften' | 'failed'>('idle')
  useEffect(() => {
    if (!id) return
    // Requested as the menu opens, so that the click opens a link, which no browser blocks.
    const prepare = async () => {
      const link = await session.request('transcript.link', { conversation_id: id })
      if (link.ok) setUrl(link.value.url)
      const known = await session.request('customer.contact', {})
      if (known.ok) setContact(known.value)
    }
    void prepare()
  }, [session, id])
  if (!t || !id || !url) return null

  const send = async () => {
    setState('sending')
    const answer = await session.request('transcript.send', { conversation_id: id })
    setState(answer.ok ? 'sent' : answer.code === 'rate_limited' ? 'tooOften' : 'failed')
  }
  const zone = encodeURIComponent(new Intl.DateTimeFormat().resolvedOptions().timeZone)
  const email = contact?.mail ? contact.email : null
  return (
    <>
      <a
        class="menu-row"
        href={`${url}&language=${language}&time_zone=${zone}`}
        target="_blank"
        rel="noopener noreferrer"
      >
        {t(m.download)}
      </a>
      {email && (
        <button
          type="button"
          class="menu-row"
          disabled={state === 'sending' || state === 'sent'}
          onClick={() => void send()}
        >
          <span role="status">{t(state === 'idle' ? m.sendTo : texts[state], { email })}</span>
        </button>
      )}
    </>
  )
}

const texts = { sending: m.sending, sent: m.sent, tooOften: m.tooOften, failed: m.failed }
