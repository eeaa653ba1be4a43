import Type, { type Static } from 'typebox'
import { closed, Id, nullable } from './scalars.ts'

/**
 * An attachment as stored in the log. `size` in bytes; width and height in pixels for images
 * whose header contains them, so that a client can reserve space.
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

/** An attachment on the wire, with a link that is valid for an hour. The media item of spec 2.3 (messages-page.ts) has fewer fields. */
export const Media = Type.Object({ ...MediaRecord.properties, url: Type.String() }, closed)
export type Media = Static<typeof Media>

/**
 * media.ticket: requests permission to upload one file. The bytes then go to
 * `PUT upload_url` with the header `Parley-Upload: <ticket>`; the response is the Media.
 * The type is detected from the bytes; the client does not declare it.
 */
export const MediaTicketParams = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 255 }),
    size: Type.Integer({ minimum: 1 }),
    /** Agents name the customer whose conversation the file is for; widgets omit it. */
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
