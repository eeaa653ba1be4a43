/**
 * What a receiver does first, in the languages that most are written in, each with the library of Standard Webhooks.
 * `body` is the request's body as it came, before anything parsed it.
 */
export const receiverSamples: { language: string; code: string }[] = [
  {
    language: 'Node',
    code: `import { Webhook } from 'standardwebhooks'

// Throws if the signature is wrong or the request is more than five minutes old: answer 401 then.
const event = new Webhook(process.env.PARLEY_WEBHOOK_SECRET).verify(body, headers)`,
  },
  {
    language: 'Python',
    code: `from standardwebhooks.webhooks import Webhook

# Raises if the signature is wrong or the request is more than five minutes old: answer 401 then.
event = Webhook(os.environ["PARLEY_WEBHOOK_SECRET"]).verify(body, headers)`,
  },
  {
    language: 'PHP',
    code: `// Throws if the signature is wrong or the request is more than five minutes old: answer 401 then.
$webhook = new \\StandardWebhooks\\Webhook(getenv('PARLEY_WEBHOOK_SECRET'));
$event = $webhook->verify($body, $headers);`,
  },
  {
    language: 'Go',
    code: `wh, err := standardwebhooks.NewWebhook(os.Getenv("PARLEY_WEBHOOK_SECRET"))
// An error if the signature is wrong or the request is more than five minutes old: answer 401 then.
err = wh.Verify(body, request.Header)`,
  },
  {
    language: 'Ruby',
    code: `require "standardwebhooks"

# Raises if the signature is wrong or the request is more than five minutes old: answer 401 then.
event = StandardWebhooks::Webhook.new(ENV["PARLEY_WEBHOOK_SECRET"]).verify(body, headers)`,
  },
]
