import type { Messages } from '../en.ts'

export const channelMailTr: Messages['channelMail'] = {
  connect: 'Posta kutusu bağla',
  connectTitle: 'Bir posta kutusu bağla',
  editTitle: 'Posta kutusu ayarları',
  edit: 'Ayarlar',
  editNamed: (name) => `Ayarlar: ${name}`,
  address: 'Destek adresi',
  addressHint: 'Müşteriler bu adrese yazar ve onu gönderen olarak görür.',
  name: 'Gönderen adı',
  nameHint: 'Müşterilere gösterilir, örneğin “Mağaza desteği”.',
  receiving: 'Alma (IMAP)',
  sending: 'Gönderme (SMTP)',
  host: 'Sunucu',
  port: 'Port',
  encryption: 'Şifreleme',
  implicit: 'TLS',
  starttls: 'STARTTLS',
  none: 'Yok (yalnızca kendi ağınız)',
  user: 'Kullanıcı adı',
  password: 'Parola',
  passwordKept:
    'Kayıtlı parolayı korumak için boş bırakın; bir sunucuyu veya kullanıcı adını değiştirirseniz yeniden girin.',
  folder: 'Klasör',
  sameLogin: 'Alma ile aynı kullanıcı adı ve parola',
  plus: 'Posta kutusu artılı adresleri kabul ediyor',
  plusHint:
    'Yanıtlar support+kod@… adresine gider; bir posta programı yanıt başlıklarını silse bile konuşma bulunur. Gmail, Microsoft 365 ve çoğu sunucu bunları kabul eder.',
  authServer: 'Alan sunucu',
  authServerHint:
    'Authentication-Results başlığındaki adı, örneğin mx.google.com. Gönderenlerin doğrulanıp doğrulanmadığını göstermek için gerekir.',
  test: 'Test et',
  testing: 'Test ediliyor…',
  tested: 'Tüm adımlar çalışıyor.',
  failedTest: 'Başarısız adımı düzeltip yeniden test edin.',
  follows: 'Bu hizmet posta kutusunu okuyor',
  subject: 'Konu',
  noSubject: 'Konu yok',
  automatic: 'Otomatik e-posta',
  showAll: 'E-postanın tamamını göster',
  hideAll: 'Alıntıları gizle',
  showOriginal: 'Özgün hâlini göster',
  originalTitle: 'Özgün e-posta',
  originalHint: 'İnternetteki bağlantılar ve görseller devre dışıdır.',
  removeTitle: 'Bu posta kutusunun bağlantısı kesilsin mi?',
  removeText: 'E-postalar artık okunmaz ve gönderilmez. Konuşmalar saklanır.',
  connectedText: (name) => `“${name}” bağlandı.`,
  fromOther: (name) => `Gönderen: ${name}`,
  steps: { imap: 'Alma: oturum açma', folder: 'Alma: klasör', smtp: 'Gönderme: oturum açma' },
  results: {
    ok: 'Çalışıyor',
    skipped: 'Test edilmedi: önceki adım başarısız',
    name_unknown: 'Bilinmeyen sunucu adı. Yazımını kontrol edin.',
    host_refused:
      'Bu adrese izin verilmiyor. Genel bir posta sunucusu ve posta portu kullanın ya da işletmeciye sorun.',
    unreachable: 'Yanıt yok. Sunucuyu ve portu kontrol edin.',
    encryption_failed:
      'Geçerli şifreleme yok. Şifreleme türünü, portu ve sunucunun sertifikasını kontrol edin.',
    sign_in_refused:
      'Oturum açma reddedildi. Kullanıcı adını ve parolayı kontrol edin; bazı sağlayıcılar uygulama parolası ister.',
    folder_missing: 'Böyle bir klasör yok. Adını kontrol edin.',
  },
  verification: {
    verified: 'Gönderen doğrulandı',
    failed: 'Doğrulama başarısız',
    unknown: 'Gönderen doğrulanmadı',
  },
  states: {
    credentials_refused:
      'Posta sunucusu alma için oturumu reddediyor. Kullanıcı adını ve parolayı kontrol edin.',
    unreachable: 'Posta sunucusu yanıt vermiyor. Sunucuyu ve portu kontrol edin.',
  },
  problems: {
    mailbox_incomplete: 'Bir parola veya başka bir bilgi eksik.',
    mailbox_refused: 'Posta kutusu bu ayarlarla kullanılamıyor. Test edin.',
    channel_token_other_account: 'Bağlı bir posta kutusunun adresi değiştirilemez.',
    channel_taken: 'Bu posta kutusu zaten bağlı.',
    channel_credentials_unreadable:
      'Parley’nin gizli anahtarı değiştiği için bu posta kutusunun ayarlarının şifresi çözülemiyor. Tüm parolalarla birlikte yeniden girin.',
  },
}
