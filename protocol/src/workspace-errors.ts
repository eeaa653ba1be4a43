import { channelErrors } from './channel-errors.ts'
import { reportErrors } from './report-errors.ts'
import { miniAppErrors } from './mini-app-errors.ts'

/** Error codes of the agent workspace, part of `errorCodes`. */
export const workspaceErrors = {
  ...channelErrors,
  ...reportErrors,
  ...miniAppErrors,
  stale_view: { status: 409, title: 'A new message has arrived in the meantime.' },
  note_empty: { status: 422, title: 'A note needs text or an attachment.' },
  note_deleted: { status: 409, title: 'This note was deleted.' },
  canned_reply_empty: { status: 422, title: 'A canned reply needs text or an attachment.' },
  canned_reply_shortcut_taken: { status: 409, title: 'Another canned reply has this shortcut.' },
  canned_reply_variable_unknown: { status: 422, title: 'The text contains a variable that does not exist.' },
  canned_reply_action_unknown: {
    status: 422,
    title: 'An action uses a label or a team that does not exist.',
  },
  canned_reply_limit: {
    status: 409,
    title: 'The maximum number of canned replies is reached. Delete one first.',
  },
  label_limit: { status: 409, title: 'The organization has reached the maximum number of labels.' },
  label_name_taken: { status: 409, title: 'A label with this name already exists. It may be archived.' },
  label_archived: { status: 409, title: 'This label is archived. Restore it first.' },
  conversation_label_limit: {
    status: 409,
    title: 'The conversation has the maximum number of labels. Remove one first.',
  },
  customer_wrote: { status: 409, title: 'The customer has written in the meantime.' },
  sla_policy_limit: {
    status: 409,
    title: 'The maximum number of SLA policies is reached. Delete one first.',
  },
  sla_default_exists: {
    status: 409,
    title: 'There is already a policy without conditions. Add a condition or change that one.',
  },
  sla_targets_missing: { status: 422, title: 'Set at least one target.' },
  view_limit: { status: 409, title: 'The maximum number of saved views is reached. Delete one first.' },
  rule_limit: { status: 409, title: 'The maximum number of automation rules is reached. Delete one first.' },
  rule_invalid: { status: 422, title: 'A condition or an action of the rule is invalid.' },
  team_limit: { status: 409, title: 'The organization has reached the maximum number of teams.' },
  team_name_taken: { status: 409, title: 'A team with this name already exists.' },
  team_unknown: { status: 422, title: 'The organization has no such team.' },
  time_zone_unknown: {
    status: 422,
    title: 'This time zone is not supported. Choose one by its city, such as Asia/Kolkata.',
  },
  hours_period_invalid: {
    status: 422,
    title: 'A period must end after it begins and must not overlap another one.',
  },
  hours_exception_invalid: { status: 422, title: 'Each exception needs a valid date of its own.' },
  holiday_feed_url_invalid: {
    status: 422,
    title: 'The address of the calendar must be a complete https:// or webcal:// URL without a user name.',
  },
  holiday_feed_refused: { status: 422, title: 'The address of the calendar is not on the public internet.' },
  holiday_feed_unreachable: { status: 422, title: 'The server of the calendar does not respond.' },
  holiday_feed_redirected: {
    status: 422,
    title: 'The address of the calendar redirects. Enter the final address.',
  },
  holiday_feed_bad_status: { status: 422, title: 'The server of the calendar responded with an error.' },
  holiday_feed_too_large: { status: 422, title: 'The calendar is too large, or repeats too many events.' },
  holiday_feed_not_calendar: { status: 422, title: 'There is no iCalendar file at this address.' },
  survey_unavailable: { status: 409, title: 'This conversation cannot be rated.' },
  survey_over: { status: 409, title: 'The time to rate this conversation is over.' },
  survey_change_limit: { status: 409, title: 'The rating was changed too often.' },
  email_not_editable: { status: 409, title: 'Members change their e-mail address where they sign in.' },
  email_missing: { status: 409, title: 'There is no e-mail address to send to.' },
  snooze_time_invalid: { status: 422, title: 'A snooze must end in the future, within a year.' },
} as const
