import Type, { type Static } from 'typebox'
import { closed, Id, nullable } from './scalars.ts'

/**
 * An attachment as the log keeps it. `size` in bytes; width and height in pixels for pictures
 * whose header tells them, so that a client can reserve the room.
 */
export const MediaRecord = Type.Object(
  {
    id: Id,
    name: Type.String(),
    mime: Type.String(),
    size: Type.Integer(),
    width: nullable(Type.Integer()),
    height: nullable(Type.Integer()),
  },
  closed,
)
export type MediaRecord = Static<typeof MediaRecord>

/** As it travels: with a link that lives for an hour. Larger than the media item of spec 2.3, which is messages-page.ts. */
export const Media = Type.Object({ ...MediaRecord.properties, url: Type.String() }, closed)
export type Media = Static<typeof Media>

/**
 * media.ticket: ask for the right to upload one file. The bytes then go by
 * `PUT upload_url` with the header `Parley-Upload: <ticket>`; the answer is the Media.
 * The type is read from the bytes; what the client says of it does not count.
 */
export const MediaTicketParams = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 255 }),
    size: Type.Integer({ minimum: 1 }),
    /** The agents' socket names the customer whose conversation it is for; the widget's leaves it out. */
    customer_id: Type.Optional(Id),
  },
  closed,
)
export type MediaTicketParams = Static<typeof MediaTicketParams>

export interface MediaTicket {
  media_id: string
  upload_url: string
  ticket: string
  /** Seconds until the ticket expires. */
  expires_in: number
}

/** media.links: new links for attachments whose links ran out. Unknown and foreign ids are left out. */
export const MediaLinksParams = Type.Object(
  {
    ids: Type.Array(Id, { minItems: 1, maxItems: 50 }),
    customer_id: Type.Optional(Id),
  },
  closed,
)
export type MediaLinksParams = Static<typeof MediaLinksParams>

export interface MediaLinks {
  media: Media[]
}
