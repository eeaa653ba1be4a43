import type { Messages } from '../en.ts'

export const channelsTr: Messages['channels'] = {
  names: { widget: 'Site widget’ı', telegram: 'Telegram', email: 'E-posta' },
  sendingAgain: 'Yeniden gönderiliyor',
  tryAgain: 'Yeniden dene',
  source: 'Geldiği bağlantı',
  contactOf: { widget: 'Widget kişisi', telegram: 'Telegram kişisi', email: 'E-posta kişisi' },
  unreachable: {
    blocked: 'Bu kişi botu engelledi. Bota yeniden yazdığında kendisine ulaşabilirsiniz.',
    contact_gone: 'Bu hesap artık yok.',
  },
  reasons: {
    blocked: 'İletilmedi: kişi botu engelledi.',
    contact_gone: 'İletilmedi: kişinin hesabı artık yok.',
    file_too_large: 'İletilmedi: dosya bu kanal için çok büyük.',
    rejected: 'İletilmedi: kanal mesajı reddetti.',
    disconnected: 'İletilmedi: kanalın bağlantısı kesik.',
    unavailable: 'İletilmedi: kanal yanıt vermedi.',
    window_closed: 'İletilmedi: bu kanalda yanıt süresi dolmuştu.',
    loop_prevented:
      'Gönderilmedi: otomatik yanıtların sayısı sınırlıdır; otomatik mesajlara ve sahte göndericilere gönderilmez.',
    change_refused: 'Değişikliğiniz kişiye ulaşmadı.',
  },
  settings: {
    title: 'Kanallar',
    lead: 'Müşteriler size e-postayla ve mesajlaşma uygulamalarından da yazabilir. Mesajları, widget’larınızdan gelenler gibi gelen kutusunda görünür.',
    empty: 'Bağlı kanal yok',
    emptyText:
      'Bir posta kutusu bağlayın ya da Telegram’da @BotFather ile bir bot oluşturup anahtarını buraya yapıştırın.',
    connect: 'Telegram botu bağla',
    connectTitle: 'Telegram botu bağla',
    token: 'Bot anahtarı (token)',
    tokenHint:
      'BotFather /newbot komutundan sonra gösterir. Şifrelenmiş olarak saklanır ve bir daha gösterilmez.',
    byWebhook: 'Telegram bu hizmeti çağırır',
    byPolling: 'Bu hizmet mesajları Telegram’dan düzenli olarak alır',
    check: 'Test et',
    checked: 'Bağlantı çalışıyor.',
    replace: 'Anahtarı değiştir',
    replaceTitle: 'Bot anahtarını değiştir',
    save: 'Kaydet',
    remove: 'Bağlantıyı kes',
    removeTitle: 'Bu botun bağlantısı kesilsin mi?',
    removeText:
      'Müşteriler size artık bu bottan ulaşamaz ve onlara yanıtlarınız iletilmez. Konuşmalar saklanır.',
    lastInbound: 'Son mesaj',
    noneYet: 'Henüz mesaj yok',
    works: 'Çalışıyor',
    connected: (name) => `“${name}” bağlandı.`,
    checkNamed: (name) => `Test et: ${name}`,
    replaceNamed: (name) => `Anahtarı değiştir: ${name}`,
    removeNamed: (name) => `Bağlantıyı kes: ${name}`,
    problems: {
      credentials_refused: 'Telegram anahtarı artık kabul etmiyor. Değiştirin.',
      webhook_refused:
        'Telegram bu hizmete mesaj iletemedi. Adresin internetten erişilebilir olduğunu kontrol edin.',
      other_receiver:
        'Bu botun mesajlarını başka bir program alıyor. Onu durdurun veya başka bir bot kullanın.',
      unreachable: 'Telegram yanıt vermedi. Daha sonra yeniden deneyin.',
      sending_refused:
        'Posta sunucusu oturumu veya göndereni reddediyor. Kullanıcı adını, parolayı ve adresi kontrol edin.',
      sending_unreachable: 'Gönderme sunucusu yanıt vermiyor. Sunucuyu ve portu kontrol edin.',
      folder_missing: 'Klasör artık yok. Başka bir klasör seçin.',
      host_refused: 'Posta sunucusunun adresine izin verilmiyor.',
      encryption_failed: 'Posta sunucusu geçerli şifreleme sunmuyor.',
    },
  },
  problems: {
    channel_token_malformed: 'Bu bir bot anahtarı değil. Tamamını BotFather’dan kopyalayın.',
    channel_token_refused: 'Telegram bu anahtarı kabul etmiyor. BotFather’dan yeniden kopyalayın.',
    channel_token_other_account: 'Bu anahtar başka bir bota ait.',
    channel_taken: 'Bu bot zaten Parley’e bağlı.',
    channel_limit: 'En fazla kanal sayısına ulaştınız. Önce birinin bağlantısını kesin.',
    channel_unreachable: 'Telegram yanıt vermedi. Yeniden deneyin.',
    message_not_failed: 'Bu mesaj bu arada gönderildi.',
  },
}
