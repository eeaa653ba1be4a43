import { useQuery } from '@tanstack/react-query'
import type { LogEntry } from '@parley/protocol/event'
import { useMembership } from '../../../context/membership.tsx'
import { useTexts } from '../../../i18n/i18n.tsx'
import { ratingsQuery } from '../../../queries/rating-queries.ts'

/** A rating with its comment, which the log does not have because the customer may replace it. */
export function RatedText({ entry }: { entry: Extract<LogEntry, { type: 'conversation.rated' }> }) {
  const texts = useTexts().service
  const { organization } = useMembership()
  const { rating_id: id, score, previous } = entry.data
  const { data: ratings } = useQuery(ratingsQuery(organization.id, entry.conversation_id ?? '', entry.seq))
  const rating = ratings?.find((each) => each.id === id)
  // An older line does not show the comment of a later change.
  const comment = rating?.score === score ? rating.comment : ''
  return (
    <>
      {previous === null || previous === score ? texts.rated(score) : texts.rerated(previous, score)}
      {comment === '' ? null : (
        <>
          {': '}
          <q dir="auto">{comment}</q>
        </>
      )}
    </>
  )
}
