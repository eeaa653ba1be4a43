import type { Messages } from '../en.ts'
import { mailedTr } from './continuity-tr.ts'
import { automaticRepliesTr, replyWindowTr } from './automatic-replies-tr.ts'
import { automationTr } from './automation-tr.ts'
import { callSettingsTr } from './call-settings-tr.ts'
import { callsTr } from './calls-tr.ts'
import { channelMailTr } from './channel-mail-tr.ts'
import { channelsTr } from './channels-tr.ts'
import { collisionTr } from './collision-tr.ts'
import { staleTr } from './stale-tr.ts'
import { deliveriesTr } from './deliveries-tr.ts'
import { deskTr } from './desk-tr.ts'
import { entryTr } from './entry-tr.ts'
import { holidaysTr } from './holidays-tr.ts'
import { inboxTr } from './inbox-tr.ts'
import { loginProblemsTr } from './login-problems-tr.ts'
import { mailTr } from './mail-tr.ts'
import { memberLoginTr } from './member-login-tr.ts'
import { miniAppTr } from './mini-app-tr.ts'
import { notificationsTr } from './notifications-tr.ts'
import { recoveryTr } from './recovery-tr.ts'
import { reportsTr } from './reports-tr.ts'
import { serviceTr } from './service-tr.ts'
import { settingsTr } from './settings-tr.ts'
import { sharingTr } from './sharing-tr.ts'
import { shellTr } from './shell-tr.ts'
import { slaTr } from './sla-tr.ts'
import { transfersTr } from './transfers-tr.ts'
import { visitorTr } from './visitor-tr.ts'
import { apiKeysTr, webhooksTr } from './webhooks-tr.ts'

export const tr: Messages = {
  problems: {
    unexpected: 'Bir sorun oluştu. Yeniden deneyin.',
    rateLimitedFor: (seconds) =>
      seconds < 90
        ? `Çok fazla deneme. ${Math.max(1, Math.ceil(seconds))} saniye bekleyip yeniden deneyin.`
        : `Çok fazla deneme. ${Math.ceil(seconds / 60)} dakika bekleyip yeniden deneyin.`,
    byCode: {
      network: 'Hizmete ulaşılamıyor. Bağlantınızı denetleyip yeniden deneyin.',
      invalid_request: 'İstek geçerli değildi. Girdiklerinizi denetleyin.',
      unauthenticated: 'Oturumunuz kapandı. Yeniden giriş yapın.',
      forbidden: 'Rolünüz buna izin vermiyor. Bir yöneticiye başvurun.',
      not_found: 'Bu yok ya da görme yetkiniz yok.',
      payload_too_large: 'Bu, hizmetin kabul ettiğinden büyük.',
      rate_limited: 'Çok fazla deneme. Biraz bekleyip yeniden deneyin.',
      internal: 'Bir iç hata oluştu ve günlüğe kaydedildi. Yeniden deneyin.',
      unavailable: 'Hizmet geçici olarak kullanılamıyor. Birazdan yeniden deneyin.',
      storage_full: 'Hizmetin diski dolu. İşletmeci yer açtığında yeniden deneyin.',
      setup_done: 'Bu kurulum zaten tamamlandı. Giriş yapın.',
      credentials_invalid: 'E-posta ya da parola yanlış.',
      email_taken: 'Bu e-posta adresi zaten kayıtlı. Giriş yapın.',
      password_weak: 'Parola en az 10 karakter olmalı.',
      invitation_invalid: 'Böyle bir davet yok ya da geri çekildi.',
      invitation_expired: 'Bu davetin süresi dolmuş. Yenisini isteyin.',
      invitation_used: 'Bu davet zaten kullanılmış. Giriş yapın.',
      already_member: 'Zaten bu kuruluştasınız.',
      account_shared:
        'Bu kişi başka bir kuruluşa da üye. Parolasını e-postayla sıfırlayabilir ya da sunucunun işletmecisi bağlantı oluşturabilir.',
      reset_invalid: 'Bu bağlantı geçerli değil. Yenisini alın.',
      reset_expired: 'Bu bağlantının süresi doldu. Yenisini alın.',
      reset_used: 'Bu bağlantı zaten kullanıldı. Yeni parolayla giriş yapın.',
      email_link_invalid: 'Bu bağlantı geçerli değil ya da zaten kullanıldı.',
      email_link_expired: 'Bu bağlantının süresi doldu. Profilinizden yenisini isteyin.',
      mail_off: 'Bu kurulum e-posta göndermez. Bir yöneticiden sıfırlama bağlantısı isteyin.',
      mail_not_sent: 'Posta sunucusu iletiyi kabul etmedi. Yeniden deneyin.',
      setup_token_invalid:
        'Kurulum anahtarı eksik ya da yanlış. Parley’in başlarken yazdırdığı bağlantıyı açın.',
      last_owner: 'Bir kuruluşun en az bir sahibi olmalı. Önce başka birini sahip yapın.',
      api_key_limit: 'En fazla API anahtarı sayısına ulaştınız. Gerekmeyen birini iptal edin.',
      secret_key_rotating: 'Zaten iki anahtar geçerli. Önce eskisini kaldırın.',
      secret_key_unreadable:
        'Parley’nin gizli anahtarı değiştiği için bu anahtarın şifresi çözülemiyor. Yeni bir anahtar oluşturun.',
      webhook_limit: 'En fazla webhook sayısına ulaştınız. Gerekmeyen birini silin.',
      delivery_too_old: 'Olaylar 14 gün boyunca yeniden gönderilebilir.',
      webhook_inactive: 'Webhook kapalı ya da silinmiş. Önce açın.',
      webhook_secret_unreadable:
        'Parley’nin gizli anahtarı değiştiği için imza anahtarının şifresi çözülemiyor. Yeni bir anahtar oluşturun.',
      webhook_unsubscribed: 'Webhook artık bu olaya abone değil.',
    },
  },

  actions: {
    save: 'Kaydet',
    saved: 'Kaydedildi',
    cancel: 'Vazgeç',
    close: 'Kapat',
    retry: 'Yeniden dene',
    copy: 'Kopyala',
    copied: 'Kopyalandı',
    reveal: 'Göster',
    discard: 'Değişikliklerden vazgeç',
  },

  sharing: sharingTr,
  shell: shellTr,
  entry: entryTr,
  recovery: recoveryTr,
  settings: settingsTr,
  memberLogin: memberLoginTr,
  loginProblems: loginProblemsTr,
  webhooks: webhooksTr,
  deliveries: deliveriesTr,
  apiKeys: apiKeysTr,
  inbox: inboxTr,
  calls: callsTr,
  callSettings: callSettingsTr,
  desk: deskTr,
  transfers: transfersTr,
  mail: mailTr,
  notifications: notificationsTr,
  collision: collisionTr,
  stale: staleTr,
  channels: channelsTr,
  channelMail: channelMailTr,
  miniApp: miniAppTr,
  automaticReplies: automaticRepliesTr,
  replyWindow: replyWindowTr,
  mailed: mailedTr,
  service: serviceTr,
  holidays: holidaysTr,
  automation: automationTr,
  reports: reportsTr,
  visitor: visitorTr,
  sla: slaTr,
}
