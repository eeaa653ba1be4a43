/** Texts of the calendar of holidays in business hours. */
export const holidaysEn = {
  title: 'Holiday calendar',
  lead: 'You are closed on the all-day events of this calendar. To open on one of them, add an exception for that date.',
  address: 'iCal address',
  addressHint:
    'Address of an .ics file, for example of your region’s public holidays. Parley reads it every day.',
  readNow: 'Read now',
  remove: 'Remove calendar',
  lastRead: 'Read',
  coming: (count: number) => (count === 1 ? '1 upcoming holiday' : `${count} upcoming holidays`),
  none: 'The calendar has no upcoming all-day events.',
  kept: 'The previous holidays still apply.',
  replaced: 'Replaced by your exception',
  unnamed: 'Holiday',
  showAll: (count: number) => `Show all ${count}`,
  /** By `problem` of a feed, and the end of the error codes `holiday_feed_*`. */
  problems: {
    url_invalid: 'Enter a complete address that begins with https:// or webcal://, without a user name.',
    refused:
      'This address is not on the public internet. Use a public address, or ask the operator to allow it.',
    unreachable: 'The calendar’s server does not respond. Check the address and try again.',
    redirected: 'This address redirects to another one. Open it in a browser and enter the final address.',
    bad_status:
      'The calendar’s server refused the request. Check that the calendar is still shared at this address.',
    too_large: 'This calendar is too large. Use one that contains only holidays.',
    not_calendar:
      'There is no calendar at this address. Use the address of the .ics file, not of a web page.',
    url_unreadable:
      'The saved address cannot be decrypted, because Parley’s own secret has changed. Enter it again.',
  },
}
