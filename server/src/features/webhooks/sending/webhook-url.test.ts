import { errorCodes } from '@parley/protocol/error'
import { describe, expect, test } from 'vitest'
import { loopbackSpellings } from '../../../testing/test-addresses.ts'
import { checkWebhookUrl } from './webhook-url.ts'

const check = (url: string, allowNetworks: string[] = []) => checkWebhookUrl(url, { allowNetworks })

const long = `https://shop.com/${'a'.repeat(2048)}`
const label = 'a'.repeat(64)

describe('refused webhook URLs (spec 2.6, 7)', () => {
  test.each([
    ['', 'webhook_url_invalid'],
    ['shop.com/hook', 'webhook_url_invalid'],
    ['https://', 'webhook_url_invalid'],
    ['https://a b.com/', 'webhook_url_invalid'],
    ['https://shop..com/', 'webhook_url_invalid'],
    ['https://shop.com../', 'webhook_url_invalid'],
    ['https://1.1.1.256/', 'webhook_url_invalid'],
    ['https://1.2.3.4.5/', 'webhook_url_invalid'],
    ['https://[fe80::1%25eth0]/', 'webhook_url_invalid'],
    [`https://${label}.com/`, 'webhook_url_invalid'],
    [`https://${'a.'.repeat(130)}com/`, 'webhook_url_invalid'],
    [long, 'webhook_url_too_long'],
    [`https://shop.com/${'ü'.repeat(700)}`, 'webhook_url_too_long'],
    ['http://shop.com/', 'webhook_url_not_https'],
    ['ftp://shop.com/', 'webhook_url_not_https'],
    ['javascript:alert(1)', 'webhook_url_not_https'],
    ['https://user@shop.com/', 'webhook_url_credentials'],
    ['https://user:secret@shop.com/', 'webhook_url_credentials'],
    ['https://shop.com@10.0.0.1/', 'webhook_url_credentials'],
    ['https://shop.com/#part', 'webhook_url_fragment'],
    ['https://shop.com/#', 'webhook_url_fragment'],
    ['https://shop.com:0/', 'webhook_url_port'],
    ['https://shop.com:22/', 'webhook_url_port'],
    ['https://shop.com:80/', 'webhook_url_port'],
    ['https://shop.com:5432/', 'webhook_url_port'],
    ['https://shop.com:6379/', 'webhook_url_port'],
    ['https://localhost/', 'webhook_url_local_name'],
    ['https://LOCALHOST./', 'webhook_url_local_name'],
    ['https://shop.localhost/', 'webhook_url_local_name'],
    ['https://database/', 'webhook_url_local_name'],
    ['https://metadata.google.internal/', 'webhook_url_local_name'],
    ['https://printer.local/', 'webhook_url_local_name'],
    ['https://api.default.svc/', 'webhook_url_local_name'],
    ['https://api.default.svc.cluster.local/', 'webhook_url_local_name'],
    ['https://router.home.arpa/', 'webhook_url_local_name'],
    ['https://hidden.onion/', 'webhook_url_local_name'],
    ['https://10.0.0.1/', 'webhook_url_private'],
    ['https://169.254.169.254/latest/meta-data', 'webhook_url_private'],
    ['https://[fd00:ec2::254]/', 'webhook_url_private'],
  ])('%.60s gives %s', (url, code) => {
    const checked = check(url)
    expect(checked).toMatchObject({ ok: false, code })
    if (!checked.ok) expect(errorCodes[checked.code].status).toBe(422)
  })

  test.each(loopbackSpellings)('https://%s/ is a loopback address', (host) => {
    expect(check(`https://${host}/`)).toMatchObject({ ok: false, code: 'webhook_url_private' })
  })
})

describe('accepted webhook URLs', () => {
  test.each([
    ['https://shop.com', 'https://shop.com/'],
    ['HTTPS://Shop.COM:443/Hook?a=1', 'https://shop.com/Hook?a=1'],
    ['https://shop.com./hook', 'https://shop.com/hook'],
    ['https://shop.com:8443/', 'https://shop.com:8443/'],
    ['https://bücher.com/', 'https://xn--bcher-kva.com/'],
    ['https://8.8.8.8/', 'https://8.8.8.8/'],
    ['https://[2606:4700::1111]/', 'https://[2606:4700::1111]/'],
    // The host ends at the backslash, both here and for the connection.
    ['https://shop.com\\@10.0.0.1/', 'https://shop.com/@10.0.0.1/'],
    ['https://lan.shop.com/', 'https://lan.shop.com/'],
  ])('%s is normalized to %s', (url, kept) => {
    expect(check(url)).toEqual({ ok: true, url: kept })
  })
})

describe("an operator's own networks", () => {
  const own = ['10.1.0.0/16', 'fd12::/16']

  test.each(['https://10.2.0.1/', 'https://127.0.0.1/', 'https://[fd13::1]/', 'https://[::ffff:10.1.0.1]/'])(
    'do not allow %s',
    (url) => {
      expect(check(url, own)).toMatchObject({ ok: false, code: 'webhook_url_private' })
    },
  )

  test.each(['https://10.1.2.3/', 'https://[fd12::1]/', 'https://receiver/', 'https://receiver.internal/'])(
    'allow %s',
    (url) => {
      expect(check(url, own)).toMatchObject({ ok: true })
    },
  )
})
