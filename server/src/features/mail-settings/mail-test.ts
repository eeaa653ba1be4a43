import type { MailTestResult } from '@parley/protocol/mail'
import type { Language } from '@parley/protocol/provider'
import { renderMail } from '../../core/mail/mail-page.ts'
import type { Mail } from '../../core/mail/mail.ts'
import { replyCodeOf, type SendError } from '../../core/mail/mailer.ts'

const texts: Record<Language, { subject: string; text: string }> = {
  en: { subject: 'Test e-mail', text: 'Parley at {host} can send e-mail.' },
  tr: { subject: 'Deneme e-postası', text: '{host} adresindeki Parley e-posta gönderebiliyor.' },
  de: { subject: 'Test-E-Mail', text: 'Parley bei {host} kann E-Mails senden.' },
  es: { subject: 'Correo de prueba', text: 'Parley en {host} puede enviar correos.' },
  fr: { subject: 'E-mail de test', text: 'Parley sur {host} peut envoyer des e-mails.' },
  ar: { subject: 'رسالة اختبار', text: 'يستطيع Parley على {host} إرسال البريد الإلكتروني.' },
}

export function testMail(to: string, language: Language, baseUrl: string): Mail {
  const { subject, text } = texts[language]
  const blocks = [{ kind: 'text' as const, text: text.replace('{host}', new URL(baseUrl).host) }]
  return { to, language, subject: `Parley: ${subject}`, ...renderMail({ language, title: subject, blocks }) }
}

/** Where sending failed. Without the text of the error, which may name internal addresses: owners are not always the operator. */
export function describeFailure(error: unknown): { result: MailTestResult; reply: string | null } {
  return { result: resultOf(error as SendError), reply: replyCodeOf(error) }
}

function resultOf({ code, command = '', message }: SendError): MailTestResult {
  if (command === 'RCPT TO' || code === 'invalid_mail') return 'recipient_refused'
  if (command === 'MAIL FROM') return 'sender_refused'
  if (command === 'DATA') return 'content_refused'
  if (code === 'EAUTH' || command.startsWith('AUTH')) return 'login_refused'
  if (code === 'ETLS' || command === 'STARTTLS' || /certificate|self.signed|ssl|tls/i.test(message))
    return 'no_tls'
  return code === 'ETIMEDOUT' ? 'timeout' : 'no_connection'
}
