/** Texts of the visit and the custom attributes of a customer. */
export const visitorEn = {
  title: 'Visit',
  currentPage: 'Current page',
  lastPage: 'Last page',
  referrer: 'Came from',
  browser: 'Browser',
  /** Browser and system. */
  browserOn: (browser: string, system: string) => `${browser} on ${system}`,
  device: 'Device',
  devices: { desktop: 'Computer', phone: 'Phone', tablet: 'Tablet' },
  localTime: 'Local time',
  language: 'Browser language',
  pages: (count: number) => (count === 1 ? '1 page in this visit' : `${count} pages in this visit`),
  attributes: 'Attributes',
  stated: 'Stated by the page',
  statedHint: 'Set by a script of your page. A visitor can change these values.',
  confirmed: 'Confirmed by your login',
  confirmedHint: 'Set by your server in the signed token.',
  yes: 'Yes',
  no: 'No',
  setting: 'Visitor context',
  collect: 'Show agents the visit',
  collectHint:
    'Pages, referrer, browser, device, language and local time of customers who have written. Not collected with Do Not Track or Global Privacy Control. Deleted after 30 days.',
}
