import type { SurveySettings } from '@parley/protocol/survey'

/** Off for new widgets: the team decides whether to ask customers. */
const defaults: SurveySettings = { on: false, question: null, thanks: null }

/** Merges the stored settings with the defaults. */
export const surveySettings = (changed: Partial<SurveySettings>): SurveySettings => ({
  ...defaults,
  ...changed,
})
