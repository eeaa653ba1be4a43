import { useStore, useChat } from '../../chat/chat-context.ts'
import { ContactForm } from './contact-form.tsx'
import { useUnanswered } from './unanswered.ts'
import { Opening } from './opening.tsx'
import { SurveyCard } from './survey-card.tsx'

/** Above the composer: what applies outside business hours, the address while nobody answers, and the survey of a closed conversation. */
export function ServiceNotes() {
  const { session } = useChat()
  const team = useStore(session.team)
  const entered = useStore(session.entered)
  const { customerId, conversation, blocked } = useStore(session.timeline)
  const identity = useStore(session.identity)
  const unanswered = useUnanswered(session)
  if (blocked) return null
  return (
    <>
      {team?.closed && (conversation || !customerId) && (
        <div class="service-note">
          <p role="status">
            <Opening closed={team.closed} />
          </p>
          {customerId && <ContactForm key={`${identity}`} />}
        </div>
      )}
      {!team?.closed && unanswered && (
        <div class="service-note">
          <ContactForm byMail key={`${identity}`} />
        </div>
      )}
      {entered?.survey && customerId && !conversation && <SurveyCard key={`${identity}`} entered={entered} />}
    </>
  )
}
