/** Error codes of reports, part of `workspaceErrors`. */
export const reportErrors = {
  report_period_invalid: {
    status: 422,
    title: 'A period needs existing dates, the last not before the first, and at most 366 days.',
  },
  report_too_fine: { status: 422, title: 'The period has too many intervals of this length.' },
  report_group_unknown: { status: 422, title: 'This report cannot be broken down by this field.' },
  report_metric_unknown: { status: 422, title: 'This report does not contain this metric.' },
  report_schedule_limit: {
    status: 409,
    title: 'The maximum number of reports by e-mail is reached. Delete one first.',
  },
  report_place_invalid: { status: 422, title: 'This report has no such interval, row or cell.' },
  reports_busy: { status: 429, title: 'Too many reports are waiting. Try again in a few seconds.' },
} as const
