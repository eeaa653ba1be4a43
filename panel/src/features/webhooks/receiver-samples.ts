/**
 * Verification samples with the Standard Webhooks library; complete receivers are in docs/webhooks.md.
 * `body` is the raw request body.
 */
export const receiverSamples: { language: string; code: string }[] = [
  {
    language: 'Node',
    code: `// npm install standardwebhooks
import { Webhook } from 'standardwebhooks'

// Throws if the signature is wrong or the request is more than five minutes old: answer 401 then.
const event = new Webhook(process.env.WEBHOOK_SECRET).verify(body, headers)`,
  },
  {
    language: 'Python',
    code: `# pip install standardwebhooks
from standardwebhooks import Webhook

# Raises if the signature is wrong or the request is more than five minutes old: answer 401 then.
event = Webhook(os.environ["WEBHOOK_SECRET"]).verify(body, headers)`,
  },
  {
    language: 'PHP',
    code: `// composer require standard-webhooks/standard-webhooks
// Throws if the signature is wrong or the request is more than five minutes old: answer 401 then.
$webhook = new \\StandardWebhooks\\Webhook(getenv('WEBHOOK_SECRET'));
$event = $webhook->verify($body, $headers);`,
  },
  {
    language: 'Go',
    code: `// go get github.com/standard-webhooks/standard-webhooks/libraries
wh, err := standardwebhooks.NewWebhook(os.Getenv("WEBHOOK_SECRET"))
// An error if the signature is wrong or the request is more than five minutes old: answer 401 then.
err = wh.Verify(body, request.Header)`,
  },
  {
    language: 'Ruby',
    code: `# gem install standardwebhooks
require "standardwebhooks"

# Raises if the signature is wrong or the request is more than five minutes old: answer 401 then.
event = StandardWebhooks::Webhook.new(ENV["WEBHOOK_SECRET"]).verify(body, headers)`,
  },
]
