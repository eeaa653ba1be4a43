import type { Messages } from '../en.ts'

export const mailTr: Messages['mail'] = {
  settings: {
    title: 'E-posta',
    lead: 'E-posta ile davetler, bildirimler ve konuşma kopyaları.',
    off: 'Bu kurulum e-posta göndermiyor',
    offText:
      'Davetleri bağlantı olarak siz iletirsiniz ve bildirimler panelde görünür. E-posta göndermek için işletmeci bu değişkenleri ayarlar ve Parley’i yeniden başlatır. docs/operating.md içindeki “E-mail” bölümü bunları açıklar.',
    copyVariables: 'Değişkenleri kopyala',
    from: 'E-postaların göndericisi:',
    previews: 'E-posta bildirimlerinde notlardan alıntı yap',
    previewsHint: 'Kapalıyken e-postalar müşterinin adını ve konuşmanın bağlantısını içerir, metin içermez.',
    test: 'Deneme e-postası gönder',
    reply: (code) => `Sunucunun yanıtı: ${code}.`,
    results: {
      accepted: (to) =>
        `Posta sunucusu ${to} adresine giden e-postayı kabul etti. Gelmezse spam klasörüne bakın.`,
      no_connection: () =>
        'Posta sunucusuna bağlanılamadı. İşletmeci PARLEY_SMTP_URL içindeki sunucu ve portu denetlemeli.',
      timeout: () =>
        'Posta sunucusu zamanında yanıt vermedi. İşletmeci sunucu, port ve güvenlik duvarını denetlemeli.',
      no_tls: () =>
        'Posta sunucusuna güvenli bağlantı kurulamadı. İşletmeci sertifikayı ve portun TLS desteğini denetlemeli.',
      login_refused: () =>
        'Posta sunucusu girişi reddetti. İşletmeci PARLEY_SMTP_URL içindeki kullanıcı ve parolayı denetlemeli.',
      sender_refused: () =>
        'Posta sunucusu göndereni reddetti. İşletmeci PARLEY_MAIL_FROM adresini denetlemeli.',
      recipient_refused: (to) => `Posta sunucusu ${to} alıcısını reddetti.`,
      content_refused: () => 'Posta sunucusu e-postanın içeriğini reddetti.',
    },
  },
  invitation: {
    send: 'Bağlantıyı e-posta ile gönder',
    emailHint: 'Bir adres girerseniz bağlantıyı yalnızca o kişi kullanabilir.',
    sendingTo: (email) => `Bağlantı ${email} adresine gönderiliyor. Kendiniz de paylaşabilirsiniz.`,
    states: {
      waiting: 'E-posta bekliyor',
      sent: 'E-posta gönderildi',
      failed: 'E-posta teslim edilemedi: yeni bir bağlantıyı kendiniz paylaşın',
    },
  },
  transcript: {
    send: 'Konuşma kopyasını e-posta ile gönder',
    title: 'Kopya gönderilsin mi?',
    text: 'Müşteri, profilindeki e-posta adresine bu konuşmanın bağlantısını alır. Bağlantı 7 gün geçerlidir ve notları göstermez.',
    confirm: 'Gönder',
    sent: (email) => `${email} adresine bir bağlantı gönderildi.`,
    problems: {
      email_missing: 'Bu müşterinin e-posta adresi yok. Müşterinin profiline bir adres ekleyin.',
      customer_blocked: 'Bu müşteri engellendi. Önce engeli kaldırın.',
      account_closed: 'Bu müşteri hesabını kapattı.',
      mail_off: 'Bu kurulum e-posta göndermiyor.',
      rate_limited: 'Bu müşteriye çok fazla kopya gönderildi. Daha sonra yeniden deneyin.',
    },
  },
  notifications: {
    hint: 'Panelden 5 dakika uzak kaldığınızda, en fazla 15 dakikada bir, okunmamış bildirimlerinizi içeren bir e-posta alırsınız.',
    off: 'Bu kurulumun posta sunucusu olmadığı için e-posta kapalı.',
  },
  reports: {
    title: 'E-posta ile raporlar',
    lead: 'Rakamlar CSV olarak bu kuruluşun yöneticilerine ve sahiplerine gönderilir.',
    add: 'Rapor ekle',
    none: 'E-posta ile gönderilen rapor yok.',
    edit: 'Düzenle',
    remove: 'Sil',
    removeTitle: 'Bu rapor artık gönderilmesin mi?',
    removeText: 'Rapor panelde kalır.',
    next: 'Sonraki:',
    lastSent: 'Son gönderim:',
    nobody: 'Bu raporu artık kimse almıyor.',
    cadence: 'Sıklık',
    hour: 'Saat',
    recipients: 'Alıcılar',
    recipientsHint: 'Raporları yalnızca yöneticiler ve sahipler okuyabilir.',
    recipientsLimit: (max) => `En fazla ${max} alıcı seçilebilir.`,
    limit: 'E-posta ile gönderilen en fazla rapor sayısına ulaşıldı. Önce birini silin.',
    titled: (report, cadence) => `${report}, ${cadence}`,
    cadences: { daily: 'her gün', weekly: 'her hafta', monthly: 'her ay' },
    cadenceHints: {
      daily: 'Önceki gün için.',
      weekly: 'Pazartesileri, önceki hafta için.',
      monthly: 'Ayın birinde, önceki ay için.',
    },
  },
}
