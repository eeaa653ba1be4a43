/** An e-mail to one recipient. */
export interface Mail {
  to: string
  subject: string
  text: string
  /** The same content as `text`. */
  html?: string
  /** Display name of the sender; default: the one of PARLEY_MAIL_FROM. */
  fromName?: string
  replyTo?: { name: string; address: string }
  /** BCP 47 tag, for Content-Language. */
  language?: string
  /** Default: now. */
  date?: Date
  /** Message ids with or without angle brackets; invalid ones are left out. Default of `messageId`: random. */
  messageId?: string
  inReplyTo?: string
  references?: readonly string[]
  attachments?: readonly MailAttachment[]
  /** Further header fields; those that have a member of their own are refused. */
  headers?: Readonly<Record<string, string>>
  /** false: a person wrote it, so it is not marked as automatic (RFC 3834). Default: true. */
  automatic?: boolean
}

export interface MailAttachment {
  name: string
  contentType: string
  content: string | Buffer
}
