import { newId } from '../core/ids.ts'

/** Sources of mails as they arrive. */

export const fields = (from: string, more: string[] = []) =>
  [`From: ${from}`, 'To: support@shop.example', `Message-ID: <${newId()}@evil.example>`, ...more].join('\n')

export const plain = (from: string, text: string, more: string[] = []) =>
  `${fields(from, more)}\nContent-Type: text/plain; charset=utf-8\n\n${text}\n`

export const html = (from: string, markup: string, more: string[] = []) =>
  `${fields(from, more)}\nContent-Type: text/html; charset=utf-8\n\n${markup}\n`

export const withFile = (from: string, name: string, content: Buffer, type = 'application/octet-stream') =>
  `${fields(from)}
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/plain

See attachment
--b
Content-Type: ${type}
Content-Disposition: attachment; filename="${name}"
Content-Transfer-Encoding: base64

${content.toString('base64').replaceAll(/.{76}/g, '$&\n')}
--b--
`

export const report = (
  messageId: string,
  recipient: string,
  status = '5.1.1',
) => `From: MAILER-DAEMON@mx.example
To: support@shop.example
Message-ID: <${newId()}@mx.example>
Return-Path: <>
Auto-Submitted: auto-replied
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: text/plain

Your message could not be delivered.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; ${recipient}
Action: failed
Status: ${status}
--b
Content-Type: message/rfc822

Message-ID: ${messageId}
Subject: Re: hello

text
--b--
`
