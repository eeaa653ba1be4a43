import { useQuery } from '@tanstack/react-query'
import type { LogEntry } from '@parley/protocol/event'
import type { ConversationRated } from '@parley/protocol/survey'
import { useMembership } from '../../../context/membership.tsx'
import { useTexts } from '../../../i18n/i18n.tsx'
import type { Messages } from '../../../messages/en.ts'
import { ratingsQuery } from '../../../queries/rating-queries.ts'

/** A rating with its comment, which the log does not have because the customer may replace it. */
export function RatedText({ entry }: { entry: Extract<LogEntry, { type: 'conversation.rated' }> }) {
  const texts = useTexts().service
  const { organization } = useMembership()
  const { rating_id: id } = entry.data
  const { data: ratings } = useQuery(ratingsQuery(organization.id, entry.conversation_id ?? '', entry.seq))
  const rating = ratings?.find((each) => each.id === id)
  // Only the line of the last change shows the comment.
  const isLast = (rating?.changed_at ?? rating?.created_at) === entry.created_at
  const comment = isLast ? (rating?.comment ?? '') : ''
  return (
    <>
      {saying(texts, entry.data)}
      {comment === '' ? null : (
        <>
          {': '}
          <q dir="auto">{comment}</q>
        </>
      )}
    </>
  )
}

function saying(texts: Messages['service'], { score, previous }: ConversationRated): string {
  if (previous === null) return texts.rated(score)
  return previous === score ? texts.commented : texts.rerated(previous, score)
}
