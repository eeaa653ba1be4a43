import type { SurveySettings } from '@parley/protocol/survey'

/** A new widget does not ask: whether customers are asked is the team's decision. */
const defaults: SurveySettings = { on: false, question: null, thanks: null }

/** Merges the stored settings with the defaults. */
export const surveySettings = (changed: Partial<SurveySettings>): SurveySettings => ({
  ...defaults,
  ...changed,
})
