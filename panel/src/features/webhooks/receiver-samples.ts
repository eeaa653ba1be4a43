/**
 * Verification samples with the Standard Webhooks library; complete receivers are in docs/webhooks.md.
 * `body` is the raw request body. Some libraries accept an empty secret, with which anyone could sign; these samples reject it.
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
$secret = getenv('WEBHOOK_SECRET') ?: '';
if (strlen($secret) < 38) throw new RuntimeException('WEBHOOK_SECRET is incomplete');
// Throws if the signature is wrong or the request is more than five minutes old: answer 401 then.
$webhook = new \\StandardWebhooks\\Webhook($secret);
$event = $webhook->verify($body, $headers);`,
  },
  {
    language: 'Go',
    code: `// go get github.com/standard-webhooks/standard-webhooks/libraries
secret := os.Getenv("WEBHOOK_SECRET")
if len(secret) < 38 { log.Fatal("WEBHOOK_SECRET is incomplete") }
wh, err := standardwebhooks.NewWebhook(secret)
// An error if the signature is wrong or the request is more than five minutes old: answer 401 then.
err = wh.Verify(body, request.Header)`,
  },
  {
    language: 'Ruby',
    code: `# gem install standardwebhooks
require "standardwebhooks"

secret = ENV.fetch("WEBHOOK_SECRET")
abort "WEBHOOK_SECRET is incomplete" if secret.length < 38
# Raises if the signature is wrong or the request is more than five minutes old: answer 401 then.
event = StandardWebhooks::Webhook.new(secret).verify(body, headers)`,
  },
]
