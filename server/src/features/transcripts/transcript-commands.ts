import type { TranscriptLink, TranscriptParams } from '@parley/protocol/contact'
import { AppError } from '../../core/app-error.ts'
import { customerIdOf, principalOf, type WidgetSession } from '../../realtime/contexts.ts'
import type { Reader, Transcripts } from './transcripts.ts'

export const transcriptCommands = (transcripts: Transcripts) => ({
  'transcript.link': (session: WidgetSession, params: TranscriptParams): Promise<TranscriptLink> =>
    transcripts.link(readerOf(session), params.conversation_id),
  'transcript.send': async (
    session: WidgetSession,
    params: TranscriptParams,
  ): Promise<Record<string, never>> => {
    await transcripts.send(readerOf(session), params.conversation_id)
    return {}
  },
})

function readerOf(session: WidgetSession): Reader {
  const { organization_id: organizationId } = principalOf(session)
  const customerId = customerIdOf(session)
  if (customerId === null) throw new AppError('not_found')
  return { organizationId, customerId, network: session.context.network }
}
