import { useState } from 'preact/hooks'
import { useStore, useChat } from '../../chat/chat-context.ts'
import { ContactForm } from './contact-form.tsx'
import { useUnanswered } from './unanswered.ts'
import { Opening } from './opening.tsx'
import { SurveyCard } from './survey-card.tsx'

/** Above the composer: what applies outside business hours, the address while nobody answers, and the survey of a closed conversation. */
export function ServiceNotes() {
  const identity = useStore(useChat().session.identity)
  return <Notes key={`${identity}`} />
}

function Notes() {
  const { session } = useChat()
  const team = useStore(session.team)
  const entered = useStore(session.entered)
  const { customerId, conversation, blocked } = useStore(session.timeline)
  const unanswered = useUnanswered(session)
  /** Whether the visitor is entering an address: the form stays until it is saved, even after an answer. */
  const [writing, setWriting] = useState(false)
  if (blocked) return null
  const closed = (conversation || !customerId) && team?.closed
  const asks = writing || (team?.closed ? closed && customerId : unanswered)
  return (
    <>
      {(closed || asks) && (
        <div class="service-note">
          {closed && (
            <p role="status">
              <Opening closed={closed} />
            </p>
          )}
          {asks && <ContactForm byMail={!team?.closed && !writing} onWriting={setWriting} />}
        </div>
      )}
      {entered?.survey && customerId && !conversation && <SurveyCard entered={entered} />}
    </>
  )
}
