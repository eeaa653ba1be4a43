import Type, { type Static } from 'typebox'
import { closed, LanguageTag, nullable, Timestamp } from './scalars.ts'

/** Attributes of one customer from one source. */
export const maxAttributes = 20
/** Longer addresses are shortened. */
export const maxPageAddress = 500
export const maxPageTitle = 200
/** The newest pages of a visit; older ones are dropped. */
export const maxVisitPages = 50

/** No control characters: they have no meaning in a value, and PostgreSQL cannot store all of them. */
const AttributeText = Type.String({ maxLength: 200, pattern: '^[^\\u0000-\\u001f\\u007f]*$' })
const AttributeValue = Type.Union([AttributeText, Type.Number(), Type.Boolean()])
export type AttributeValue = Static<typeof AttributeValue>

/** `{plan: 'pro', orders: 12, vip: true}`. Flat: agents read these values in a narrow column. */
export const AttributeValues = Type.Record(
  Type.String({ pattern: '^[a-zA-Z][a-zA-Z0-9_]{0,39}$' }),
  AttributeValue,
  { ...closed, maxProperties: maxAttributes },
)
export type AttributeValues = Static<typeof AttributeValues>

/** Custom attributes of a customer, by who states them. */
export const CustomerAttributes = Type.Object(
  {
    /** By a script of the page, with `Parley.update`: the visitor can change them. */
    stated: AttributeValues,
    /** By the organization's server, in the claim `attributes` of a socket token. */
    confirmed: AttributeValues,
  },
  closed,
)
export type CustomerAttributes = Static<typeof CustomerAttributes>

/** customer.attributes (widgets): replaces all attributes that pages have stated. */
export const CustomerAttributesParams = Type.Object({ attributes: AttributeValues }, closed)
export type CustomerAttributesParams = Static<typeof CustomerAttributesParams>

/** visit.page (widgets): the page that the customer sees now. */
export const VisitPageParams = Type.Object(
  {
    url: Type.String({ maxLength: 2048 }),
    title: Type.String({ maxLength: maxPageTitle }),
    /** The page of another site that led here. */
    referrer: Type.Optional(Type.String({ maxLength: 2048 })),
    /** Of `navigator`; only what is read from it is stored. */
    user_agent: Type.String({ maxLength: 512 }),
    /** IANA name. */
    time_zone: Type.Optional(Type.String({ maxLength: 64 })),
    language: Type.Optional(LanguageTag),
  },
  closed,
)
export type VisitPageParams = Static<typeof VisitPageParams>

export const visitDevices = ['desktop', 'phone', 'tablet'] as const

const VisitPage = Type.Object({ url: Type.String(), title: Type.String(), viewed_at: Timestamp }, closed)
export type VisitPage = Static<typeof VisitPage>

/** The last visit of a customer to pages with the widget, since they wrote first. */
export const Visit = Type.Object(
  {
    started_at: Timestamp,
    last_at: Timestamp,
    referrer: nullable(Type.String()),
    /** `Firefox 155`; null: not recognized. */
    browser: nullable(Type.String()),
    /** `Windows`, `iOS`; null: not recognized. */
    system: nullable(Type.String()),
    device: Type.Enum([...visitDevices]),
    language: nullable(Type.String()),
    /** IANA name. */
    time_zone: nullable(Type.String()),
    /** Newest first: the first one is the current page while the customer is online. */
    pages: Type.Array(VisitPage),
  },
  closed,
)
export type Visit = Static<typeof Visit>

export const VisitorContext = Type.Object(
  {
    /** null: nothing was collected, or it was deleted after 30 days. */
    visit: nullable(Visit),
  },
  closed,
)
export type VisitorContext = Static<typeof VisitorContext>

/** customer.context (agents): something about a customer whom the socket follows has changed. Read it with REST. */
export interface CustomerContextChanged {
  customer_id: string
  what: 'visit' | 'attributes'
}
