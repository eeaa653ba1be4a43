import type { Survey, SurveyAnswerParams, SurveyState } from '@parley/protocol/survey'
import { AppError } from '../../core/app-error.ts'
import { customerIdOf, principalOf, type WidgetSession } from '../../realtime/contexts.ts'
import type { Surveys } from './surveys.ts'

export const surveyCommands = (surveys: Surveys) => ({
  'survey.read': async (session: WidgetSession): Promise<SurveyState> => {
    const { organization_id: organizationId } = principalOf(session)
    const customerId = customerIdOf(session)
    return { survey: customerId === null ? null : await surveys.read({ organizationId, customerId }) }
  },
  'survey.answer': async (session: WidgetSession, params: SurveyAnswerParams): Promise<Survey> => {
    const { organization_id: organizationId } = principalOf(session)
    const customerId = customerIdOf(session)
    if (customerId === null) throw new AppError('not_found')
    return surveys.answer({ organizationId, customerId }, params)
  },
})
