import type { CustomerContact } from '@parley/protocol/contact'
import { useEffect, useState } from 'preact/hooks'
import { useChat, useStore } from '../../chat/chat-context.ts'
import { m } from './messages/keys.ts'
import { repeatRead } from './repeat-read.ts'
import { useServiceMessages, type ServiceKey } from './service-messages.ts'

interface ContactFormProps {
  /** Only where the service sends replies by e-mail. */
  byMail: boolean
  /** Whether the field has the focus or an unsaved address. */
  onWriting(writing: boolean): void
}

/** The visitor's own address, optional and not verified. */
export function ContactForm({ byMail, onWriting }: ContactFormProps) {
  const { session } = useChat()
  const t = useServiceMessages()
  const [contact, setContact] = useState<CustomerContact | null>(null)
  const [editing, setEditing] = useState(false)
  const [problem, setProblem] = useState<ServiceKey | null>(null)
  const entered = useStore(session.entered)
  const loaded = contact !== null
  // Again after each connection until it succeeds: a page that was asleep notices late that its connection is lost.
  useEffect(
    () => (loaded ? undefined : repeatRead(session, 'customer.contact', setContact)),
    [session, entered, loaded],
  )
  // Saved. Not earlier, because some browsers blur a field that is removed.
  useEffect(() => onWriting(false), [contact, onWriting])
  if (!t || !contact?.editable || (byMail && !contact.mail)) return null

  const save = async (email: string | null) => {
    setProblem(null)
    const answer = await session.request('customer.email', { email })
    if (answer.ok) {
      setContact(answer.value)
      setEditing(false)
    } else setProblem(problems[answer.code] ?? m.failed)
  }
  if (contact.email !== null && !editing) {
    return (
      <p class="service-soft" role="status">
        {t(m.emailSaved, { email: contact.email })}{' '}
        <button type="button" class="link" onClick={() => setEditing(true)}>
          {t(m.change)}
        </button>
      </p>
    )
  }
  return (
    <form
      class="service-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const { value } = event.currentTarget.elements.namedItem('email') as HTMLInputElement
        void save(value.trim() || null)
      }}
    >
      <label>
        {t(m.emailLabel)}
        <input
          class="service-input"
          type="email"
          name="email"
          dir="ltr"
          autocomplete="email"
          maxLength={254}
          defaultValue={contact.email ?? ''}
          aria-invalid={problem === m.emailInvalid}
          onFocus={() => onWriting(true)}
          onBlur={({ currentTarget }) => onWriting(currentTarget.value.trim() !== (contact.email ?? ''))}
        />
      </label>
      <button type="submit" class="service-button">
        {t(m.emailSave)}
      </button>
      <p class="problem" role="alert">
        {problem && t(problem)}
      </p>
    </form>
  )
}

const problems: Record<string, ServiceKey> = { invalid_request: m.emailInvalid, rate_limited: m.tooOften }
