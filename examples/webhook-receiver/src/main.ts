import { readFileSync } from 'node:fs'
import { openInbox } from './inbox.ts'
import { createReceiver } from './receiver.ts'
import { work } from './work.ts'

const { WEBHOOK_SECRET: secrets, PORT: port = '4000', INBOX: file = 'inbox.sqlite' } = process.env
const { TLS_CERT: cert, TLS_KEY: key } = process.env
if (!secrets) {
  console.error(
    'Set WEBHOOK_SECRET to the secret of the webhook (several, separated by spaces, if several webhooks have this URL).',
  )
  process.exit(1)
}
if (!cert !== !key) {
  console.error('Set both TLS_CERT and TLS_KEY, or neither.')
  process.exit(1)
}

const print = (line: string) => console.log(line)
const server = createReceiver({
  secret: secrets.split(/\s+/).filter(Boolean),
  inbox: openInbox(file),
  work: (event) => work(event, print),
  log: (line) => console.error(line),
  ...(cert && key && { tls: { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') } }),
})
server.listen(Number(port), '127.0.0.1', () =>
  print(`Listening on ${cert ? 'https' : 'http'}://127.0.0.1:${port}`),
)

// Safe to kill at any time: acknowledged events are in the file, and unfinished work is retried at the next start.
