import type { ConnectResult } from '@parley/protocol/session'
import type { Survey } from '@parley/protocol/survey'
import { useEffect, useState } from 'preact/hooks'
import { useChat } from '../../chat/chat-context.ts'
import { createDelayedChoice } from './delayed-choice.ts'
import { m } from './messages/keys.ts'
import { repeatRead } from './repeat-read.ts'
import { useServiceMessages, type ServiceKey } from './service-messages.ts'

/** Openings whose survey was dismissed on this page. */
const dismissed = new Set<string>()
/** `started_at` is undefined if an older process has answered. */
const openingOf = ({ conversation_id, started_at }: Survey) => conversation_id + started_at
const scores = [1, 2, 3, 4, 5]

interface Shown {
  survey: Survey
  step: 'asking' | 'commenting' | 'done'
}

/** Asks for a rating of the conversation that was closed. A choice is saved without a button; a comment may follow. */
export function SurveyCard({ entered }: { entered: ConnectResult }) {
  const { session } = useChat()
  const t = useServiceMessages()
  const [shown, setShown] = useState<Shown | null>(null)
  const [problem, setProblem] = useState<ServiceKey | null>(null)
  /** The step after the request in progress. */
  const [saving, setSaving] = useState<Shown['step'] | null>(null)
  /** Shown before the service has answered. */
  const [chosen, setChosen] = useState<number | null>(null)
  const [choice] = useState(createDelayedChoice)
  useEffect(() => choice.flushOnLeave(), [choice])

  // Again after each connection: another window may have answered.
  useEffect(
    () =>
      repeatRead(session, 'survey.read', ({ survey: next }) =>
        setShown((shown) =>
          // A comment that is being typed stays. The response may be older than its score.
          next && shown?.step === 'commenting' && openingOf(shown.survey) === openingOf(next)
            ? shown
            : next && { survey: next, step: next.score ? 'done' : 'asking' },
        ),
      ),
    [session, entered],
  )
  if (!t || !shown || dismissed.has(openingOf(shown.survey))) return null
  const { survey, step } = shown
  const { conversation_id, started_at } = survey

  const save = async (score: number, comment: string, next: typeof step) => {
    setSaving(next)
    setProblem(null)
    const answer = await session.request('survey.answer', { conversation_id, started_at, score, comment })
    setSaving(null)
    // Another one may have been chosen meanwhile.
    setChosen((current) => (current === score ? null : current))
    if (answer.ok) setShown({ survey: answer.value, step: next })
    else setProblem(problems[answer.code] ?? m.failed)
  }
  const choose = (score: number) => {
    setChosen(score)
    choice.choose(() => void save(score, survey.comment, 'commenting'))
  }
  const dismiss = () => {
    dismissed.add(openingOf(survey))
    setShown(null)
  }
  const question = survey.question ?? t(m.question)

  return (
    <section
      class="service-note"
      aria-label={t(m.survey)}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) choice.flush()
      }}
    >
      <button type="button" class="service-dismiss" aria-label={t(m.dismiss)} onClick={dismiss}>
        ×
      </button>
      {step === 'done' ? (
        <p role="status" dir="auto">
          {survey.thanks ?? t(m.thanks)}{' '}
          <button type="button" class="link" onClick={() => setShown({ survey, step: 'commenting' })}>
            {t(m.change)}
          </button>
        </p>
      ) : (
        <>
          {/* A rating chosen meanwhile would be saved with the former comment. */}
          <fieldset class="service-scale" disabled={saving === 'done'}>
            <legend dir="auto">{question}</legend>
            {scores.map((score) => (
              <label key={score}>
                <input
                  type="radio"
                  name="score"
                  aria-label={t(m.score, { n: String(score) })}
                  checked={(chosen ?? survey.score) === score}
                  onChange={() => choose(score)}
                />
                <span aria-hidden="true">{score}</span>
              </label>
            ))}
          </fieldset>
          <p class="service-ends">
            <span>{t(m.worst)}</span>
            <span>{t(m.best)}</span>
          </p>
        </>
      )}
      {step === 'commenting' && survey.score !== null && (
        <form
          class="service-form"
          onSubmit={(event) => {
            event.preventDefault()
            const { value } = event.currentTarget.elements.namedItem('comment') as HTMLTextAreaElement
            choice.drop()
            void save(chosen ?? survey.score ?? 1, value, 'done')
          }}
        >
          <label>
            {t(m.comment)}
            <textarea
              class="service-input"
              name="comment"
              rows={2}
              dir="auto"
              maxLength={1000}
              defaultValue={survey.comment}
            />
          </label>
          <button type="submit" class="service-button" disabled={saving !== null}>
            {t(m.send)}
          </button>
        </form>
      )}
      <p class="problem" role="alert">
        {problem && t(problem)}
      </p>
    </section>
  )
}

const problems: Record<string, ServiceKey> = {
  survey_over: m.over,
  survey_unavailable: m.over,
  survey_change_limit: m.tooOften,
  not_found: m.over,
}
