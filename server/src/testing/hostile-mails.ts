import { gzipSync } from 'node:zlib'
import { newId } from '../core/ids.ts'
import { createReplyAddresses } from '../core/mail/reply-address.ts'
import { createSecrets } from '../core/secrets.ts'
import { fields, plain, html, withFile, report } from './mail-sources.ts'
import { testSecret } from './test-service.ts'

/** Mails of an attacker, each with its harmless outcome. */

export const signed = createReplyAddresses(createSecrets(testSecret))
const foreign = createReplyAddresses(createSecrets('a secret of somebody else'))

export interface Outcome {
  /** Texts of the sender's messages; null: no conversation. */
  contents: (string | RegExp)[] | null
  subject?: string
  /** Name of the customer. */
  name?: string | null
  verification?: string
  automatic?: boolean
  files?: string[]
  /** Not in the original as agents see it. */
  absent?: RegExp
}

const deep = (from: string, depth: number) =>
  `${fields(from, ['Subject: Deep'])}\n` +
  Array.from({ length: depth }, (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\n\n--b${i}\n`).join(
    '',
  ) +
  'Content-Type: text/plain\n\nhidden\n'

const conversation = () => ({ kind: 'conversation', id: newId() }) as const

export const hostileMails: [
  title: string,
  from: string,
  mail: (from: string) => string | Buffer,
  outcome: Outcome,
][] = [
  [
    'our own address as the sender: a loop',
    'support@shop.example',
    (f) => plain(f, 'loop'),
    { contents: null },
  ],
  [
    'an out-of-office reply to nobody',
    'vacation@evil.example',
    (f) => plain(f, 'I am away', ['Auto-Submitted: auto-replied (vacation)']),
    { contents: null },
  ],
  [
    'a report with an empty return path to nobody',
    'daemon@evil.example',
    (f) => plain(f, 'Undeliverable', ['Return-Path: <>']),
    { contents: null },
  ],
  [
    'a mailing list',
    'list@evil.example',
    (f) => plain(f, 'Digest', ['List-Id: <x.evil.example>', 'Precedence: list']),
    { contents: ['Digest'], automatic: true },
  ],
  [
    'a bounce of a mail that was never sent',
    'gone@evil.example',
    (f) => report('<never@shop.example>', f),
    { contents: null },
  ],
  [
    'a bounce with a forged signed id',
    'gone2@evil.example',
    (f) => report(foreign.messageIdFor('shop.example', conversation(), newId()), f),
    { contents: null },
  ],
  [
    'a forged reply address',
    'forged@evil.example',
    (f) => plain(f, 'forged', [`Cc: ${foreign.addressFor('support@shop.example', conversation())}`]),
    { contents: ['forged'] },
  ],
  [
    'a signed reply address of a conversation that does not exist',
    'nothing@evil.example',
    (f) => plain(f, 'nothing', [`Cc: ${signed.addressFor('support@shop.example', conversation())}`]),
    { contents: ['nothing'] },
  ],
  [
    'a spoofed sender with its own verdict',
    'boss@bank.example',
    (f) =>
      plain(f, 'Trust me', ['Authentication-Results: evil.example; dmarc=pass header.from=bank.example']),
    { contents: ['Trust me'], verification: 'unknown' },
  ],
  [
    'a spoofed sender below the real verdict',
    'boss2@bank.example',
    (f) =>
      `Authentication-Results: mx.shop.example; dmarc=fail header.from=bank.example\nAuthentication-Results: mx.shop.example; dmarc=pass header.from=bank.example\n${plain(f, 'Trust me')}`,
    { contents: ['Trust me'], verification: 'failed' },
  ],
  [
    'two senders, of which one is verified',
    'two@evil.example',
    (f) =>
      `Authentication-Results: mx.shop.example; dmarc=pass header.from=evil.example\n${plain(`${f}, ceo@bank.example`, 'Both')}`,
    { contents: ['Both'], verification: 'unknown' },
  ],
  [
    'line breaks in the subject and in the name',
    'injection@evil.example',
    (f) =>
      plain(`=?utf-8?Q?Eve=0D=0ABcc=3A_victim=40bank.example?= <${f}>`, 'x', [
        'Subject: =?utf-8?Q?Hi=0D=0ABcc=3A_victim=40bank.example?=',
      ]),
    { contents: ['x'], subject: 'Hi Bcc: victim@bank.example', name: null },
  ],
  [
    'a name that is written from right to left',
    'rtl@evil.example',
    (f) => plain(`=?utf-8?Q?Eve_=E2=80=AEexe.gpj?= <${f}>`, 'x'),
    { contents: ['x'], name: 'Eve exe.gpj' },
  ],
  [
    'NUL bytes and half characters',
    'nul@evil.example',
    (f) =>
      Buffer.concat([
        Buffer.from(`${fields(f)}\nContent-Type: text/plain; charset=utf-8\n\na`),
        Buffer.from([0, 0xff, 0xed, 0xa0, 0x80]),
        Buffer.from('b\n'),
      ]),
    { contents: [/^a.*b$/s] },
  ],
  [
    'scripts, forms and frames',
    'script@evil.example',
    (f) =>
      html(
        f,
        `<p>Hello</p><script>alert(1)</script><img src=x onerror=alert(1)><form action=https://evil.example><input></form><iframe src="https://evil.example"></iframe><svg onload=alert(1)></svg><a href="javascript:alert(1)" onclick=alert(1)>link</a><base href="https://evil.example"><meta http-equiv=refresh content="0;url=https://evil.example">`,
      ),
    {
      contents: ['Hello\n\nlink'],
      absent:
        /script|onerror|onclick|onload|<form|<input|<iframe|<svg|javascript:|<base|http-equiv|evil\.example/i,
    },
  ],
  [
    'trackers and styles that load something',
    'tracker@evil.example',
    (f) =>
      html(
        f,
        `<link rel="dns-prefetch" href="//evil.example"><style>@import "https://evil.example/x.css"</style><p style="background:url(https://evil.example/p.gif)">Read</p><img src="https://evil.example/p.gif" width=1 height=1><table background="https://evil.example/t.gif"><tr><td style="b\\61ckground: u\\72l(//evil.example)">me</td></tr></table><video poster="https://evil.example/v"></video>`,
      ),
    { contents: [/^Read\s+me$/], absent: /evil\.example|url\(|@import|prefetch/i },
  ],
  [
    'tags nested ten thousand times',
    'nested@evil.example',
    (f) => html(f, `${'<div><b>'.repeat(10_000)}deep${'</b></div>'.repeat(10_000)}`),
    { contents: ['deep'], absent: /(<div><b>){60}/ },
  ],
  [
    'parts nested three hundred times',
    'deep@evil.example',
    (f) => deep(f, 300),
    { contents: [/could not be read/] },
  ],
  [
    'parts that never end',
    'broken@evil.example',
    (f) =>
      `${fields(f)}\nContent-Type: multipart/mixed; boundary="x\n\n--x\nContent-Type: text/plain\nContent-Transfer-Encoding: base64\n\n!!!\n--y`,
    { contents: [/.*/] },
  ],
  [
    'a header of a megabyte',
    'header@evil.example',
    (f) => plain(f, 'x', [`X-Long: ${'a'.repeat(1_000_000)}`]),
    { contents: [/could not be read/] },
  ],
  [
    'ten thousand recipients',
    'crowd@evil.example',
    (f) =>
      plain(f, 'everybody', [
        `Cc: ${Array.from({ length: 10_000 }, (_, i) => `p${i}@evil.example`).join(',\n ')}`,
      ]),
    { contents: ['everybody'] },
  ],
  [
    'fifty megabytes',
    'large@evil.example',
    (f) =>
      Buffer.concat([Buffer.from(`${fields(f, ['Subject: Large'])}\n\n`), Buffer.alloc(50_000_000, 'a')]),
    { contents: [/^📧 Large \(51 MB, too large to be received here\)$|^📧 Large \(50 MB/] },
  ],
  [
    'an archive that unpacks to a hundred times its size',
    'bomb@evil.example',
    (f) => withFile(f, 'bomb.gz', gzipSync(Buffer.alloc(20_000_000)), 'application/gzip'),
    { contents: [/^See attachment/], files: ['bomb.gz'] },
  ],
  [
    'an attachment whose name is a path',
    'path@evil.example',
    (f) => withFile(f, '..\\\\..\\\\../../etc/passwd.txt', Buffer.from('x'), 'text/plain'),
    { contents: [/^See attachment/], files: ['passwd.txt'] },
  ],
  [
    'a program that calls itself a picture',
    'program@evil.example',
    (f) =>
      withFile(
        f,
        'photo.jpg',
        Buffer.concat([Buffer.from('4d5a90000300000004000000ffff0000', 'hex'), Buffer.alloc(300)]),
        'image/jpeg',
      ),
    { contents: [/photo\.jpg \(files of this type are not accepted\)/], files: [] },
  ],
  [
    'winmail.dat',
    'outlook@evil.example',
    (f) => withFile(f, 'winmail.dat', Buffer.from([0x78, 0x9f, 0x3e, 0x22, 1, 2, 3]), 'application/ms-tnef'),
    { contents: [/^See attachment/] },
  ],
  [
    'a charset that does not exist, and one that lies',
    'charset@evil.example',
    (f) => `${fields(f)}\nContent-Type: text/plain; charset=x-evil"; charset=utf-7\n\n+ADw-script+AD4-\n`,
    { contents: [/./] },
  ],
  [
    'no text at all',
    'empty@evil.example',
    (f) => plain(f, '', ['Subject: Only a subject']),
    { contents: ['Only a subject'] },
  ],
  ['no valid sender', 'undisclosed', (f) => plain(`<${f}>`, 'x'), { contents: null }],
]
