import Type, { type Static } from 'typebox'

/** The languages of widget, panel and e-mails. */
export const Language = Type.Enum(['en', 'tr', 'de', 'es', 'fr', 'ar'])
export type Language = Static<typeof Language>
