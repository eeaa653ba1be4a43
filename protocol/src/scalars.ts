import Type, { type Static } from 'typebox'

/** A UUID in its canonical lower-case form. Parley generates UUIDv7, so ids sort by creation time. */
export const idPattern = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
export const Id = Type.String({ pattern: idPattern })
export type Id = Static<typeof Id>

/** ISO 8601 with milliseconds and numeric offset, always UTC: `2026-01-31T10:20:30.123+00:00`. */
export const Timestamp = Type.String({
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}\\+00:00$',
})
export type Timestamp = Static<typeof Timestamp>

/** RFC 3339 date-time with any offset, in requests: `2026-01-31T10:20:30Z`, `2026-01-31T12:20:30.123+02:00`. */
export const DateTime = Type.String({
  pattern: '^\\d{4}-\\d\\d-\\d\\d[Tt]\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?([Zz]|[+-]\\d\\d:\\d\\d)$',
})
export type DateTime = Static<typeof DateTime>

/** Position in one customer's event log: 1, 2, 3 ... without gaps. 0 is before the first entry. */
export const Seq = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
export type Seq = Static<typeof Seq>

/** BCP 47 language tag, short: `de`, `pt-BR`. */
export const LanguageTag = Type.String({ pattern: '^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8}){0,2}$' })
export type LanguageTag = Static<typeof LanguageTag>

/** A JSON object without additional properties. */
export const closed = { additionalProperties: false } as const

export const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])
